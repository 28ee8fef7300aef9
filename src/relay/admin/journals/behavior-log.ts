import * as z from 'zod';
import type { ListBounds } from '../../store/store.ts';
import { createRecordList, type PageQuery, type RecordListPorts } from './record-list.ts';

/** A version of a branch's behaviour text. */
export const behaviorVersion = z.object({
  time: z.iso.datetime(),
  who: z
    .nullable(z.string())
    .describe(
      'The name of the key, or the name that a proxy gave; null for a text that the relay found, and for a key without the scope `pii`.',
    ),
  kind: z
    .enum(['saved', 'found'])
    .describe('`found`: a text that a save replaced and that the relays had not saved.'),
  branch_id: z.string(),
  behavior: z.nullable(z.string()).describe('null if it is larger than 64 KB.'),
});
type BehaviorVersion = z.output<typeof behaviorVersion>;

const entry = behaviorVersion.extend({ agent: z.string() });

/** The agent and the branch of a text. */
interface Branch {
  readonly agent: string;
  readonly branch: string;
}

interface Save extends Branch {
  readonly who: string;
  readonly behavior: string;
  /** The replaced text; undefined if unknown. */
  readonly before: string | undefined;
}

export type BehaviorLog = ReturnType<typeof createBehaviorLog>;

export const MAX_VERSIONS = 100;
const BOUNDS: ListBounds = { name: 'behavior', maxEntries: MAX_VERSIONS, maxAgeMs: 400 * 86_400_000 };
/** All entries together stay below 7 MB. */
const MAX_TEXT_BYTES = 64 * 1_024;

const withinLimit = (text: string) =>
  new TextEncoder().encode(text).byteLength <= MAX_TEXT_BYTES ? text : null;

/** Records the behaviour texts that the relays saved, because the platform keeps only the latest. */
export function createBehaviorLog(ports: RecordListPorts) {
  const list = createRecordList(entry, BOUNDS, ports);

  /** The versions of a branch, the newest first. */
  async function read({ agent, branch }: Branch, page: PageQuery) {
    const { entries, cursor } = await list.read(
      (entry) => entry.agent === agent && entry.branch_id === branch,
      page,
    );
    return { versions: entries.map(({ agent: _, ...version }): BehaviorVersion => version), cursor };
  }

  return {
    read,
    /** Never throws: the text is already saved. */
    async record({ agent, branch, who, behavior, before }: Save): Promise<void> {
      const newest =
        before === undefined ? undefined : await read({ agent, branch }, { limit: 1 }).catch(() => undefined);
      const of = { agent, branch_id: branch };
      // Record a text from elsewhere first: this save has replaced it.
      if (before !== undefined && newest && newest.versions[0]?.behavior !== before)
        list.record({ ...of, who: null, kind: 'found', behavior: withinLimit(before) });
      list.record({ ...of, who, kind: 'saved', behavior: withinLimit(behavior) });
    },
    /** The branches of an agent with versions. */
    async branches(agent: string): Promise<readonly string[]> {
      const { entries } = await list.read((entry) => entry.agent === agent, { limit: MAX_VERSIONS });
      return [...new Set(entries.map((entry) => entry.branch_id))];
    },
  };
}
