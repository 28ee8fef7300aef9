import type {
  Answer,
  Evidence,
  Happening,
  SocketRecord,
} from '../../../src/cli/conformance/evidence/evidence.ts';

/** Changes of what a right platform said, so that it breaks one rule. */

export type Lie = (evidence: Evidence) => Evidence;
type Wire = Record<string, unknown>;
type Answered = Extract<Answer, { kind: 'answered' }>;

export const both =
  (...lies: readonly Lie[]): Lie =>
  (evidence) =>
    lies.reduce((changed, lie) => lie(changed), evidence);

/** Another answer to a call, which must have been made. */
export const answer =
  (name: string, change: (answered: Answered) => Partial<Answered>): Lie =>
  (evidence) => {
    const known = evidence.calls[name];
    if (known?.kind !== 'answered') throw new Error(`no answer to ${name}`);
    return { ...evidence, calls: { ...evidence.calls, [name]: { ...known, ...change(known) } } };
  };
export const status = (name: string, value: number): Lie => answer(name, () => ({ status: value }));
export const body = (name: string, change: (known: Wire) => unknown): Lie =>
  answer(name, ({ body: known }) => ({ body: change(structuredClone(known) as Wire) }));
/** Another first element of a list. */
export const row = (name: string, list: string, change: Wire): Lie =>
  body(name, (known) => {
    const [first, ...others] = known[list] as Wire[];
    if (!first) throw new Error(`no element of ${list} in ${name}`);
    return { ...known, [list]: [{ ...first, ...change }, ...others] };
  });
export const silent =
  (name: string): Lie =>
  (evidence) => ({
    ...evidence,
    calls: { ...evidence.calls, [name]: { kind: 'failed', why: 'no answer in 10 s' } },
  });

export const socket =
  (name: string, record: SocketRecord): Lie =>
  (evidence) => {
    if (!evidence.sockets[name]) throw new Error(`no socket ${name}`);
    return { ...evidence, sockets: { ...evidence.sockets, [name]: record } };
  };
export const OPENED: SocketRecord = { kind: 'opened', happenings: [] };
export const refused = (value: number): SocketRecord => ({ kind: 'refused', status: value });

/** Other happenings of a socket. */
export const happenings =
  (name: string, change: (known: readonly Happening[]) => readonly Happening[]): Lie =>
  (evidence) => {
    const known = evidence.sockets[name];
    if (known?.kind !== 'opened') throw new Error(`no open socket ${name}`);
    const changed = change(known.happenings);
    if (JSON.stringify(changed) === JSON.stringify(known.happenings))
      throw new Error(`nothing to change on ${name}`);
    return socket(name, { kind: 'opened', happenings: changed })(evidence);
  };

export const received = (wire: unknown): Happening => ({
  kind: 'received',
  text: typeof wire === 'string' ? wire : JSON.stringify(wire),
});

/** Other events in place of one, in live frames and in histories. undefined: none. */
type Change = (wire: Wire, step: string) => unknown;

const listOf = (changed: unknown): readonly unknown[] =>
  Array.isArray(changed) ? changed : changed === undefined ? [] : [changed];

const events = (name: string, change: Change): Lie =>
  happenings(name, (known) => {
    let step = '';
    return known.flatMap((happening): readonly Happening[] => {
      if (happening.kind === 'step') step = happening.name;
      if (happening.kind !== 'received' || happening.text === null) return [happening];
      const wire = JSON.parse(happening.text) as Wire;
      if (wire['type'] !== 'EVENT_TYPE_EVENT_BATCH') return listOf(change(wire, step)).map(received);
      const payload = wire['payload'] as { events: Wire[] };
      return [
        received({
          ...wire,
          payload: { events: payload.events.flatMap((event) => listOf(change(event, step))) },
        }),
      ];
    });
  });

/** Other frames, histories included. */
export const frames = (name: string, change: Change): Lie =>
  happenings(name, (known) => {
    let step = '';
    return known.flatMap((happening): readonly Happening[] => {
      if (happening.kind === 'step') step = happening.name;
      if (happening.kind !== 'received' || happening.text === null) return [happening];
      return listOf(change(JSON.parse(happening.text) as Wire, step)).map(received);
    });
  });

const isType = (stem: string) => (wire: Wire) =>
  String(wire['type']).replace(/SERVICE_AGENT|POLY_AGENT/, 'AGENT') === `EVENT_TYPE_${stem}`;

/** Other events of a type; in a step, if one is named. */
export const each = (stem: string, change: (wire: Wire) => unknown, inStep?: string, name = 'main'): Lie =>
  events(name, (wire, step) => (isType(stem)(wire) && (inStep ?? step) === step ? change(wire) : wire));
export const without = (stem: string, inStep?: string, name = 'main'): Lie =>
  each(stem, () => undefined, inStep, name);
export const payload = (stem: string, change: Wire, name = 'main'): Lie =>
  each(stem, (wire) => ({ ...wire, payload: { ...(wire['payload'] as Wire), ...change } }), undefined, name);

/** One more event at the beginning of a step. */
export const extra = (step: string, wire: unknown): Lie =>
  happenings('main', (known) =>
    known.flatMap((happening) =>
      happening.kind === 'step' && happening.name === step ? [happening, received(wire)] : [happening],
    ),
  );
