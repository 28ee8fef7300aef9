import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { activeAlert } from '../../../platform/index.ts';
import type { KeyValue } from '../../store/store.ts';
import { ENVIRONMENTS, type Environment, type Progress, takeBack } from './plan.ts';
import { VERSION } from './rollup-text.ts';
import { DAY_MS, LEVELS } from './thinning.ts';

const at = z.number();

const progress = z.object({
  since: at,
  until: at,
  target: at,
  open: z.array(z.object({ start: at, dueAt: at })),
  // Not in what older relays have written.
  hourReadAt: z.prefault(at, 0),
  settledUntil: z.prefault(at, 0),
});

/** Conversations in progress at a time. `isComplete` is false when there were too many to count. */
const inProgress = z.object({ at, count: z.number(), isComplete: z.boolean() });
export type InProgress = z.output<typeof inProgress>;

const present = z.object({
  inProgress: z.partialRecord(z.enum(ENVIRONMENTS), inProgress),
  /** null: not read yet, or the host of alerts is not configured. */
  alerts: z.nullable(z.object({ at, firing: z.array(activeAlert) })),
});
/** The present as the platform last told it, each part with its time. */
export type Present = z.output<typeof present>;

const status = z.object({
  /** When conversations were last read. */
  updatedAt: z.nullable(at),
  failing: z.partialRecord(z.enum(ENVIRONMENTS), z.object({ since: at, code: z.string() })),
  /** The latest conversations of which only the head could be read. */
  unreadable: z.array(z.object({ environment: z.enum(ENVIRONMENTS), id: z.string(), startedAt: at })),
});
export type Unreadable = Status['unreadable'][number];
/** State of the reading of conversations. */
export type Status = z.output<typeof status>;

const NO_PRESENT: Present = { inProgress: {}, alerts: null };
const NO_STATUS: Status = { updatedAt: null, failing: {}, unreadable: [] };

/** Age above which a part of the present is not known any more: it is read every minute. */
const STALE_MS = 180_000;

/** A time in the future is that of a clock that was ahead. */
export const isStale = (at: number, now: number): boolean => Math.abs(now - at) > STALE_MS;

/** What relays tell one another through the store: how far the rollups reach, and the present. */
export type Shared = ReturnType<typeof createShared>;

/** undefined for an absent text, too: nothing is no JSON. */
const parse = <S extends z.ZodType>(schema: S, text = ''): z.output<S> | undefined =>
  schema.safeParse(parseJson(text)).data;

/** As long as the longest rollup. */
const KEPT_MS = Math.max(...LEVELS.map(({ keptMs }) => keptMs));

export function createShared(store: KeyValue, now: () => number, project: string) {
  const progressKey = (environment: Environment) => `rollup-progress:${VERSION}:${project}:${environment}`;
  // Two writers, which must not undo what the other one writes.
  const [presentKey, statusKey] = [`rollup-present:${project}`, `rollup-status:${project}`];
  return {
    readProgress: async (environment: Environment): Promise<Progress | undefined> => {
      const read = parse(progress, await store.get(progressKey(environment)));
      return read && takeBack(read, now());
    },
    writeProgress: (environment: Environment, progress: Progress): Promise<void> =>
      store.put(progressKey(environment), JSON.stringify(progress), now() + KEPT_MS),
    readPresent: async (): Promise<Present> => parse(present, await store.get(presentKey)) ?? NO_PRESENT,
    writePresent: (present: Present): Promise<void> =>
      store.put(presentKey, JSON.stringify(present), now() + DAY_MS),
    readStatus: async (): Promise<Status> => parse(status, await store.get(statusKey)) ?? NO_STATUS,
    writeStatus: (status: Status): Promise<void> =>
      store.put(statusKey, JSON.stringify(status), now() + DAY_MS),
  };
}
