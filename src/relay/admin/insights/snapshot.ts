import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { activeAlert } from '../../../platform/index.ts';
import type { KeyValue } from '../../store/store.ts';
import { ENVIRONMENTS, type Progress } from './plan.ts';
import { VERSION } from './rollup-text.ts';
import { DAY_MS, LEVELS } from './thinning.ts';

const at = z.number();

const progress = z.object({
  since: at,
  until: at,
  target: at,
  open: z.array(z.object({ environment: z.enum(ENVIRONMENTS), start: at, reads: z.number(), dueAt: at })),
});

/** Conversations in progress at a time. `isComplete` is false when there were too many to count. */
const inProgress = z.object({ at, count: z.number(), isComplete: z.boolean() });
export type InProgress = z.output<typeof inProgress>;

const snapshot = z.object({
  /** When the platform was last read. */
  updatedAt: z.nullable(at),
  inProgress: z.partialRecord(z.enum(ENVIRONMENTS), inProgress),
  /** `firing` is null when they are unknown. */
  alerts: z.nullable(z.object({ at, firing: z.nullable(z.array(activeAlert)) })),
  failing: z.nullable(z.object({ since: at, code: z.string() })),
});
/** What the platform last said about the present. */
export type Snapshot = z.output<typeof snapshot>;

const NO_SNAPSHOT: Snapshot = { updatedAt: null, inProgress: {}, alerts: null, failing: null };

/** What relays tell one another through the store: how far the rollups reach, and the present. */
export type Shared = ReturnType<typeof createShared>;

/** undefined for an absent text, too: nothing is no JSON. */
const parse = <S extends z.ZodType>(schema: S, text = ''): z.output<S> | undefined =>
  schema.safeParse(parseJson(text)).data;

/** As long as the longest rollup. */
const KEPT_MS = Math.max(...LEVELS.map(({ keptMs }) => keptMs));

export function createShared(store: KeyValue, now: () => number, project: string) {
  const [progressKey, snapshotKey] = [`rollup-progress:${VERSION}:${project}`, `rollup-snapshot:${project}`];
  return {
    readProgress: async (): Promise<Progress | undefined> => parse(progress, await store.get(progressKey)),
    writeProgress: (it: Progress): Promise<void> =>
      store.put(progressKey, JSON.stringify(it), now() + KEPT_MS),
    readSnapshot: async (): Promise<Snapshot> => parse(snapshot, await store.get(snapshotKey)) ?? NO_SNAPSHOT,
    writeSnapshot: (it: Snapshot): Promise<void> =>
      store.put(snapshotKey, JSON.stringify(it), now() + DAY_MS),
  };
}
