import * as z from 'zod';
import { flag } from '../../../platform/fields.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';
import { type Audit, auditRecord } from '../journals/audit.ts';
import { nextCursor, pageQuery } from '../journals/record-list.ts';

const MAX_PAGE = 500;
const word = z.string().min(1).max(128);

/** The operation that reads the audit. Its records name people and their networks, hence the scope. */
export const auditOperation = (audit: Audit) =>
  operation({
    ...READS_RELAY,
    id: 'getAudit',
    tag: 'Audit',
    summary:
      'Calls of this interface, and sign-ins of the console: the latest 10,000 changes, and as many reads',
    path: '/audit',
    scopes: ['pii'],
    query: z.object({
      reads: z.optional(flag.describe('true: only calls that read. Default: only changes and sign-ins.')),
      who: z.optional(word.describe('Only calls by the caller with this name.')),
      operation: z.optional(word.describe('Only calls of this operation.')),
      ...pageQuery('records', MAX_PAGE),
    }),
    answer: z.object({
      records: z.array(auditRecord).describe('The newest first.'),
      cursor: nextCursor,
    }),
    async perform({ query: { reads, ...filter } }) {
      const { entries, cursor } = await audit.read({ ...filter, kind: reads ? 'read' : 'change' });
      return okJson({ records: entries, cursor });
    },
  });
