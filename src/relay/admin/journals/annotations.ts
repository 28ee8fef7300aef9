import * as z from 'zod';
import { agentConversations } from '../../../platform/index.ts';
import type { ListBounds } from '../../store/store.ts';
import { createRecordList, type RecordListPorts } from './record-list.ts';

const { annotations } = agentConversations.annotate.body.shape;
export type Annotations = z.output<typeof annotations>;

/** Annotations that one call placed. */
export const placedAnnotations = z.object({
  time: z.iso.datetime(),
  who: z
    .nullable(z.string())
    .describe('The name of the key, or the name that a proxy gave; null for a key without the scope `pii`.'),
  annotations,
});
export type PlacedAnnotations = z.output<typeof placedAnnotations>;

const entry = placedAnnotations.extend({ conversation: z.string() });

export type AnnotationLog = ReturnType<typeof createAnnotationLog>;

const BOUNDS: ListBounds = { name: 'annotations', maxEntries: 2_000, maxAgeMs: 400 * 86_400_000 };
/** Limit of one call. All entries together stay below 8 MB. */
const MAX_KEPT = 50;
const MAX_READ = 200;

/** Records the annotations that the relays placed: the platform lists none. */
export function createAnnotationLog(ports: RecordListPorts) {
  const list = createRecordList(entry, BOUNDS, ports);
  return {
    /** Never throws: the annotations are already placed. */
    record: (conversation: string, who: string, placed: Annotations): void =>
      list.record({ who, conversation, annotations: placed.slice(0, MAX_KEPT) }),
    /** The annotations of a conversation, the newest first. */
    async read(conversation: string): Promise<readonly PlacedAnnotations[]> {
      const page = await list.read((entry) => entry.conversation === conversation, { limit: MAX_READ });
      return page.entries.map(({ conversation: _, ...placed }) => placed);
    },
  };
}
