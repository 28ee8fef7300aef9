import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import { agentConversations } from '../../platform/index.ts';
import type { ListBounds, Lists } from '../store/store.ts';
import { readList } from './record-list.ts';

const { annotations } = agentConversations.annotate.body.shape;
export type Annotations = z.output<typeof annotations>;

/** Annotations that one call has placed. */
export const placedAnnotations = z.object({
  time: z.iso.datetime(),
  who: z.nullable(z.string()).meta({
    description:
      'The name of the key, or the name that a proxy gave; null for a key without the scope `pii`.',
  }),
  annotations,
});
export type PlacedAnnotations = z.output<typeof placedAnnotations>;

const entry = placedAnnotations.extend({ conversation: z.string() });

/** Keeps which annotations were placed through the relays: the platform does not tell any. */
export interface AnnotationLog {
  /** Never throws: the annotations have been placed. */
  record(conversation: string, who: string, annotations: Annotations): void;
  /** Those of a conversation, the newest first. */
  read(conversation: string): Promise<readonly PlacedAnnotations[]>;
}

const BOUNDS: ListBounds = { name: 'annotations', maxEntries: 2_000, maxAgeMs: 400 * 86_400_000 };
/** Of one call. All entries together stay below 8 MB. */
const MAX_KEPT = 50;
const MAX_READ = 200;

export function createAnnotationLog({
  store,
  clock,
}: {
  readonly store: Lists;
  readonly clock: Clock;
}): AnnotationLog {
  const list = store.list(BOUNDS);
  return {
    record(conversation, who, placed) {
      const time = new Date(clock.now()).toISOString();
      const kept = placed.slice(0, MAX_KEPT);
      list.append(JSON.stringify({ time, who, conversation, annotations: kept })).catch(() => {});
    },
    async read(conversation) {
      const isWanted = (it: z.output<typeof entry>) => it.conversation === conversation;
      const page = await readList(list, entry, isWanted, { limit: MAX_READ });
      return page.entries.map(({ conversation: _, ...placed }) => placed);
    },
  };
}
