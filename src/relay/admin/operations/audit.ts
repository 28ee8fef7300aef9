import * as z from 'zod';
import { ok } from '../../../base/result.ts';
import { flag, moment, whole } from '../../../platform/fields.ts';
import { LIST_POSITION } from '../../store/store.ts';
import { type Audit, auditRecord } from '../audit.ts';
import { operation } from '../operation.ts';

const MAX_PAGE = 500;
const word = z.string().min(1).max(128);
const milliseconds = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

/** The operation that reads what actors did. Its records name people and their networks, hence the scope. */
export const auditOperation = (audit: Audit) =>
  operation({
    id: 'getAudit',
    answeredBy: 'relay',
    tag: 'Audit',
    summary:
      'Calls of this interface, and sign-ins of the console: the latest 10,000 changes, and as many reads',
    method: 'GET',
    path: '/audit',
    scopes: ['pii'],
    query: z.object({
      reads: z.optional(
        flag.meta({ description: 'Calls that only read, instead of changes. Default: false.' }),
      ),
      who: z.optional(word.meta({ description: 'Only calls of this name.' })),
      operation: z.optional(word.meta({ description: 'Only calls of this operation.' })),
      start_time: z.optional(moment.meta({ description: 'Calls at this time or later.' })),
      end_time: z.optional(moment.meta({ description: 'Calls before this time.' })),
      limit: z.prefault(whole(1, MAX_PAGE).meta({ description: 'Most records of the answer.' }), 100),
      cursor: z.optional(z.string().regex(LIST_POSITION).meta({ description: 'From the previous page.' })),
    }),
    status: 200,
    answer: z.object({
      records: z.array(auditRecord).meta({ description: 'The newest first.' }),
      cursor: z.nullable(z.string()).meta({ description: 'For the next page; null after the last one.' }),
    }),
    async perform({ query }) {
      const { reads, who, operation, start_time, end_time, limit, cursor } = query;
      const filter = {
        kind: reads === true ? ('read' as const) : ('change' as const),
        who,
        operation,
        from: milliseconds(start_time),
        to: milliseconds(end_time),
      };
      const page = await audit.read(filter, limit, cursor);
      return ok(Response.json({ records: page.records, cursor: page.cursor ?? null }));
    },
  });
