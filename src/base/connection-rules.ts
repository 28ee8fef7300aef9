/** Bounds on connections of a server. */
export interface ConnectionLimits {
  /** Idle connections of one network. */
  readonly idlePerNetwork: number;
  /** Above this number of open connections a new one evicts an idle one. */
  readonly crowded: number;
  /** Requests of one connection that are answered at the same time. */
  readonly unfinished: number;
  /** Requests of all connections that were read and wait for earlier ones. Node reads up to 2,500 at once, of 2 KB in memory each. */
  readonly waiting: number;
  /** Bytes of incomplete headers, of all connections together. */
  readonly headerBytes: number;
}

/** A nearly full server evicts idle connections before it has to refuse new ones. */
const NEARLY_FULL = 0.9;

export const connectionLimits = (maxConnections: number): ConnectionLimits => ({
  // A browser keeps six; a proxy that is not trusted, and the visitors behind one, have fewer.
  idlePerNetwork: 256,
  crowded: Math.max(1, Math.floor(maxConnections * NEARLY_FULL)),
  unfinished: 16,
  waiting: 8_000,
  headerBytes: 64 * 1_024 * 1_024,
});

/** Connections as the rules see them. An idle one has sent no request yet, or has all its answers. The longest idle come first. */
export interface ConnectionTable<Connection> {
  readonly open: number;
  readonly idle: ReadonlySet<Connection>;
  /** Idle connections in the newcomer's network. */
  readonly idleOfNetwork: ReadonlySet<Connection>;
}

const first = <Item>(items: Iterable<Item>): Item | undefined => {
  for (const item of items) return item;
  return undefined;
};

/** Returns the idle connection to evict when `newcomer` was opened or became idle; undefined when there is room (S-134). */
export function evictedBy<Connection>(
  { open, idle, idleOfNetwork }: ConnectionTable<Connection>,
  newcomer: Connection,
  limits: ConnectionLimits,
): Connection | undefined {
  if (idleOfNetwork.size > limits.idlePerNetwork) return first(idleOfNetwork);
  const longest = open > limits.crowded ? first(idle) : undefined;
  return longest === newcomer ? undefined : longest;
}

/** Returns the idle connections to close because incomplete headers take too much memory, the largest first (S-141). */
export function overHeaderLimit<Connection>(
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

/** Decides about a request by the number of unfinished requests on its connection, including itself (S-135). */
export function turnOf(
  unfinished: number,
  waiting: number,
  limits: ConnectionLimits,
): 'now' | 'later' | 'never' {
  if (unfinished <= limits.unfinished) return 'now';
  return waiting < limits.waiting ? 'later' : 'never';
}
