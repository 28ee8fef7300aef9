import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { activeAlert } from '../../../platform/index.ts';
import type { KeyValue } from '../../store/store.ts';
import { ENVIRONMENTS, type Environment, type Progress, revertFutureProgress } from './plan.ts';
import { VERSION } from './rollup-text.ts';
import { DAY_MS, LEVELS } from './thinning.ts';

const at = z.number();

const progress = z.object({
  since: at,
  until: at,
  target: at,
  open: z.array(z.object({ start: at, dueAt: at })),
  // Missing in the data of older relays.
  hourReadAt: z.prefault(at, 0),
  settledUntil: z.prefault(at, 0),
});

/** Conversations in progress at a time. `isComplete` is false if there were too many to count. */
const inProgress = z.object({ at, count: z.number(), isComplete: z.boolean() });
export type InProgress = z.output<typeof inProgress>;

const present = z.object({
  inProgress: z.partialRecord(z.enum(ENVIRONMENTS), inProgress),
  /** null: not read yet, or no host for alerts is configured. */
  alerts: z.nullable(z.object({ at, firing: z.array(activeAlert) })),
});
/** The latest present data from the platform, each part with its time. */
export type Present = z.output<typeof present>;

const status = z.object({
  /** Time of the last read of conversations. */
  updatedAt: z.nullable(at),
  failing: z.partialRecord(z.enum(ENVIRONMENTS), z.object({ since: at, code: z.string() })),
  /** The latest conversations with a readable head only. */
  unreadable: z.array(z.object({ environment: z.enum(ENVIRONMENTS), id: z.string(), startedAt: at })),
});
export type Unreadable = Status['unreadable'][number];
/** State of reading the conversations. */
export type Status = z.output<typeof status>;

const NO_PRESENT: Present = { inProgress: {}, alerts: null };
const NO_STATUS: Status = { updatedAt: null, failing: {}, unreadable: [] };

/** Age above which a part of the present counts as unknown. It is read every minute. */
const STALE_MS = 180_000;

/** A time in the future comes from a fast clock. */
export const isStale = (at: number, now: number): boolean => Math.abs(now - at) > STALE_MS;

/** Data that relays share through the store: the progress of the rollups, and the present. */
export type Shared = ReturnType<typeof createShared>;

/** Returns undefined for a missing text, too. */
const parse = <S extends z.ZodType>(schema: S, text = ''): z.output<S> | undefined =>
  schema.safeParse(parseJson(text)).data;

/** As long as the longest rollup. */
const KEPT_MS = Math.max(...LEVELS.map(({ keptMs }) => keptMs));

export function createShared(store: KeyValue, now: () => number, project: string) {
  const progressKey = (environment: Environment) => `rollup-progress:${VERSION}:${project}:${environment}`;
  // Separate keys, because two writers must not overwrite each other.
  const [presentKey, statusKey] = [`rollup-present:${project}`, `rollup-status:${project}`];
  return {
    readProgress: async (environment: Environment): Promise<Progress | undefined> => {
      const read = parse(progress, await store.get(progressKey(environment)));
      return read && revertFutureProgress(read, now());
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
