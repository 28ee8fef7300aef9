/** Bounds on connections of a server. */
export interface ConnectionLimits {
  /** Idle ones of one network. */
  readonly idlePerNetwork: number;
  /** Above this number of open ones a new one takes the place of an idle one. */
  readonly crowded: number;
  /** Requests of one connection that are answered at the same time. */
  readonly unfinished: number;
  /** Requests of all connections that have been read and wait behind those. Node reads up to 2,500 at once, of 2 KB in memory each. */
  readonly waiting: number;
  /** Bytes of headers that have not ended, of all connections together. */
  readonly headerBytes: number;
}

/** A server that is nearly full makes room before it has to drop somebody. */
const NEARLY_FULL = 0.9;

export const connectionLimits = (maxConnections: number): ConnectionLimits => ({
  // A browser keeps six; a proxy that is not trusted, and the visitors behind one, have fewer.
  idlePerNetwork: 256,
  crowded: Math.max(1, Math.floor(maxConnections * NEARLY_FULL)),
  unfinished: 16,
  waiting: 8_000,
  headerBytes: 64 * 1_024 * 1_024,
});

/** Connections as the rules see them. Idle ones have sent no request yet, or have their answers; the longest idle come first. */
export interface ConnectionTable<Connection> {
  readonly open: number;
  readonly idle: ReadonlySet<Connection>;
  /** Those of the network of the connection that has just been opened or become idle. */
  readonly idleOfNetwork: ReadonlySet<Connection>;
}

const first = <Item>(items: Iterable<Item>): Item | undefined => {
  for (const item of items) return item;
  return undefined;
};

/** The idle connection that closes when `newcomer` has been opened or become idle; undefined when there is room (S-134). */
export function givesWay<Connection>(
  { open, idle, idleOfNetwork }: ConnectionTable<Connection>,
  newcomer: Connection,
  limits: ConnectionLimits,
): Connection | undefined {
  if (idleOfNetwork.size > limits.idlePerNetwork) return first(idleOfNetwork);
  const longest = open > limits.crowded ? first(idle) : undefined;
  return longest === newcomer ? undefined : longest;
}

/** The idle connections that close because headers that have not ended take too much: those with the most of them (S-141). */
export function tooLong<Connection>(
  idle: readonly (readonly [Connection, bytes: number])[],
  { headerBytes }: ConnectionLimits,
): readonly Connection[] {
  let sum = idle.reduce((all, [, bytes]) => all + bytes, 0);
  if (sum <= headerBytes) return [];
  const closing: Connection[] = [];
  for (const [connection, bytes] of idle.toSorted(([, one], [, other]) => other - one)) {
    if (sum <= headerBytes) break;
    sum -= bytes;
    closing.push(connection);
  }
  return closing;
}

/** What happens to a request whose connection has so many without a whole answer, this one included (S-135). */
export function turnOf(
  unfinished: number,
  waiting: number,
  limits: ConnectionLimits,
): 'now' | 'later' | 'never' {
  if (unfinished <= limits.unfinished) return 'now';
  return waiting < limits.waiting ? 'later' : 'never';
}
