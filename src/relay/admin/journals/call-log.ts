import * as z from 'zod';
import type { ListBounds } from '../../store/store.ts';
import { createRecordList, type RecordListPorts } from './record-list.ts';

/** A call that the relays placed. Its metadata is not recorded, because it may be personal. */
export const placedCall = z.object({
  time: z.iso.datetime(),
  who: z
    .nullable(z.string())
    .describe('The name of the key, or the name that a proxy gave; null for a key without the scope `pii`.'),
  call_sid: z.string(),
  to_number: z.string(),
  host: z.enum(['agents', 'legacy']),
  environment: z.nullable(z.string()).describe('Only of the host `agents`.'),
  variant_id: z.nullable(z.string()).describe('Only of the host `agents`.'),
  ended_at: z
    .nullable(z.iso.datetime())
    .describe('Time at which a relay saw the end; null: the call is in progress, or no relay saw its end.'),
  status: z.nullable(z.string()).describe('The final status of the call.'),
  reason: z.nullable(z.string()),
});
type PlacedCall = z.output<typeof placedCall>;

const placed = placedCall
  .omit({ ended_at: true, status: true, reason: true })
  .extend({ kind: z.literal('placed'), agent: z.string() });
const ended = z.object({
  kind: z.literal('ended'),
  time: z.iso.datetime(),
  call_sid: z.string(),
  status: z.string(),
  reason: z.nullable(z.string()),
});
const entry = z.discriminatedUnion('kind', [placed, ended]);

export type CallLog = ReturnType<typeof createCallLog>;

export const MAX_CALLS = 500;
/** Two small ones for each call. */
const BOUNDS: ListBounds = { name: 'calls', maxEntries: 2 * MAX_CALLS, maxAgeMs: 90 * 86_400_000 };

/** Records the calls that the relays placed, and their outcome: the platform lists none. */
export function createCallLog(ports: RecordListPorts) {
  const list = createRecordList<z.output<typeof entry>>(entry, BOUNDS, ports);
  return {
    /** Never throws: the call is already placed. */
    place: (call: Omit<z.output<typeof placed>, 'time' | 'kind'>): void =>
      list.record({ kind: 'placed', ...call } as Omit<z.output<typeof entry>, 'time'>),
    /** Never throws. */
    end: (call: Omit<z.output<typeof ended>, 'time' | 'kind'>): void =>
      list.record({ kind: 'ended', ...call } as Omit<z.output<typeof entry>, 'time'>),
    /** The latest calls of an agent, the newest first. */
    async read(agent: string, limit: number): Promise<readonly PlacedCall[]> {
      const { entries } = await list.read(() => true, { limit: BOUNDS.maxEntries });
      const ends = new Map(
        entries.flatMap((entry) => (entry.kind === 'ended' ? [[entry.call_sid, entry] as const] : [])),
      );
      const calls = entries.flatMap((entry): PlacedCall[] => {
        if (entry.kind !== 'placed' || entry.agent !== agent) return [];
        const { kind: _, agent: __, ...call } = entry;
        const end = ends.get(call.call_sid);
        return [
          { ...call, ended_at: end?.time ?? null, status: end?.status ?? null, reason: end?.reason ?? null },
        ];
      });
      return calls.slice(0, limit);
    },
  };
}
