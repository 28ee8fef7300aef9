import * as z from 'zod';
import { DOORS } from '../../http/door.ts';
import type { Failure } from '../../http/problem.ts';
import type { Log } from '../../log/log.ts';
import type { AuditTrail } from '../../services/audit-trail.ts';
import type { ListBounds } from '../../store/store.ts';
import { createRecordList, type PageQuery, type RecordListPorts } from './record-list.ts';

/** Changes and reads have separate lists, because an open console reads all day. */
export type AuditKind = 'change' | 'read';

export const auditRecord = z.object({
  time: z.iso.datetime(),
  operation: z.string().describe('An operation id, or signIn, signOut, signOutEverywhere.'),
  who: z
    .string()
    .describe('The name of the key, or of the person whom a proxy or an OpenID provider has signed in.'),
  door: z
    .optional(z.enum(DOORS))
    .describe('How the caller was identified. Records of earlier versions lack it.'),
  via: z.optional(z.literal('mcp')).describe('Called by an assistant.'),
  // S-111: the client, as in rate limits.
  client: z.string().describe('The network of the caller.'),
  target: z
    .record(z.string(), z.string())
    .describe('Ids of the path and of the query; for a placed call also the last digits of its number.'),
  outcome: z.union([z.int(), z.string()]).describe('The status of a success, or the kind of the failure.'),
  request_id: z.string(),
});
export type AuditRecord = z.output<typeof auditRecord>;

/** One call of an operation by a known actor. Contains nothing of the request or the answer (S-87). */
export interface AuditEntry extends Omit<AuditRecord, 'time' | 'request_id'> {
  readonly requestId: string;
  readonly kind: AuditKind;
  readonly outcome: Failure['failed'] | number;
}

/** Filter of records. */
export interface AuditFilter extends PageQuery {
  readonly kind: AuditKind;
  readonly who?: string | undefined;
  readonly operation?: string | undefined;
}

export type Audit = ReturnType<typeof createAudit>;

const boundsOf = (kind: AuditKind): ListBounds => ({
  name: `audit-${kind}`,
  maxEntries: 10_000,
  maxAgeMs: 400 * 86_400_000,
});

interface AuditPorts extends RecordListPorts {
  readonly log: Log;
  readonly auditTrail: AuditTrail | undefined;
  readonly site: { readonly name: string };
}

/** Records the actors' calls: in the log, in the trail, and the latest ones in the store. Nothing changes or deletes a record. */
export function createAudit({ log, auditTrail, site, ...ports }: AuditPorts) {
  const listOf = (kind: AuditKind) => createRecordList(auditRecord, boundsOf(kind), ports);
  const lists = { change: listOf('change'), read: listOf('read') };

  /** Returns the hash of the record. The log keeps it separately from the trail. */
  function addToTrail(record: object): string | undefined {
    try {
      return auditTrail?.add({
        time: new Date(ports.clock.now()).toISOString(),
        ...(site.name !== '' && { site: site.name }),
        ...record,
      });
    } catch (error) {
      const reason = (error as { code?: unknown }).code ?? 'it failed';
      log.error({ reason }, 'the audit record cannot be written to FOYER_AUDIT_FILE');
      return undefined;
    }
  }

  return {
    /** Records one call, with the current time. Never throws. */
    record({ requestId, operation, kind, ...rest }: AuditEntry): void {
      const isRefused = rest.outcome === 'forbidden' || rest.outcome === 'not-of-console';
      const trail = addToTrail({ operation, kind, ...rest, request_id: requestId });
      const record = { request_id: requestId, audit: operation, ...rest, trail };
      log[isRefused ? 'warn' : 'info'](record, 'audit');
      lists[kind].record({ operation, ...rest, request_id: requestId });
    },
    /** Reads records of the store. */
    read: ({ kind, who, operation, ...page }: AuditFilter) =>
      lists[kind].read(
        (entry) =>
          (who === undefined || entry.who === who) &&
          (operation === undefined || entry.operation === operation),
        page,
      ),
  };
}
