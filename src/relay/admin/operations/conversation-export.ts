import * as z from 'zod';
import { RAN_BEFORE_MS } from '../../../base/ran-within.ts';
import { ok } from '../../../base/result.ts';
import { readConversationRows } from '../../../platform/conversation-rows.ts';
import { flag, moment, ruleSentences, withRules } from '../../../platform/fields.ts';
import { conversationFilters, conversations } from '../../../platform/index.ts';
import { streamingResponse } from '../../http/streaming-response.ts';
import {
  clientOf,
  overrideFields,
  type PlatformClients,
  platformFailure,
  splitQuery,
} from '../api/endpoint-operation.ts';
import { operation } from '../api/operation.ts';
import type { Insights } from '../insights/insights.ts';
import type { Range } from '../insights/thinning.ts';
import { conversationCsv, MAX_EXPORTED } from './conversation-csv.ts';
import {
  countedFields,
  countedFilterOf,
  countedRules,
  isNarrowed,
  readCountedRange,
  withoutCounted,
} from './counted-range.ts';
import { countedRows, type Rows, ranRows } from './exported-rows.ts';
import { iso } from './insights-range.ts';

/** As large as for the rollups: only one conversation is in memory at a time anyway. */
const PAGE_SIZE = 200;

const query = withRules(
  conversationFilters.safeExtend({
    start_time: moment.describe('Conversations that began at this time or later.'),
    end_time: moment.describe('Conversations that began before this time.'),
    ...countedFields,
    ran: z.optional(
      flag.describe('Conversations that ran in the range. They began in it, or up to 24 hours before.'),
    ),
    sep: z
      .enum([',', ';'])
      .default(',')
      .describe('Separator of cells. Spreadsheets in countries with a decimal comma expect a semicolon.'),
    ...overrideFields(conversations.v3),
  }),
  countedRules(['ran', 'query_type', 'sample', 'account_id', 'project_id']),
);

type Query = z.output<typeof query>;

const MEDIA = 'text/csv';

/** `2026-11-27T0930Z`: without colons, because some file systems refuse them. */
const timeInName = (text: string) => new Date(text).toISOString().slice(0, 16).replace(':', '').concat('Z');

function nameOf(query: Query): string {
  const { ran, start_time, end_time } = query;
  const which = countedFilterOf(query) ?? (ran ? 'ran' : undefined);
  const times = [start_time, end_time].map(timeInName);
  return `${['conversations', ...(which ? [which] : []), ...times].join('_')}.csv`;
}

async function* startingWith<Item>(first: Item, rest: AsyncIterable<Item>) {
  yield first;
  yield* rest;
}

/** Text that is generated while it is read. `end` is called when the reader cancels. */
function streamOf(
  texts: AsyncIterator<string, void>,
  end: () => Promise<unknown>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await texts.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      async cancel() {
        await texts.return?.();
        // A generator that has not started does not end its source.
        await end();
      },
    },
    { highWaterMark: 0 },
  );
}

interface Counted {
  readonly conversations: readonly unknown[];
  readonly total: number | undefined;
  readonly note: string | undefined;
}

/** Describes the missing conversations of a figure in a file. With further filters, their number is unknown. */
const missingOf =
  ({ conversations, total, note }: Counted, filters: Query) =>
  (count: number): string | undefined => {
    if (isNarrowed(filters) || total === undefined) return note && `Conversations are missing. ${note}`;
    if (note === undefined && count >= conversations.length) return undefined;
    return `${count} of ${total} conversations. ${note ?? 'The platform no longer lists the others.'}`;
  };

/** All conversations of a range as a file for spreadsheets. It is sent while the pages of the platform arrive. */
export const conversationExport = (clients: PlatformClients, insights: Insights | undefined) =>
  operation({
    id: 'exportConversations',
    tag: 'Conversations',
    summary: `All conversations of a range as CSV, at most ${MAX_EXPORTED}`,
    method: 'GET',
    path: '/conversations/export',
    scopes: ['read'],
    query,
    rules: [...ruleSentences(conversationFilters), ...ruleSentences(query)],
    status: 200,
    media: MEDIA,
    async perform({ query, signal, seesPersonalData }) {
      const client = clientOf(clients, 'platform');
      if (!client.ok) return client;
      const { sep, ran, ...all } = query;
      const filters = withoutCounted(all);
      const { start_time, end_time, client_env = 'live' } = filters;
      const { params, query: asked } = splitQuery(conversations.v3, filters);
      const read = (span?: Range): Rows =>
        readConversationRows(
          client.value,
          {
            ...asked,
            ...(span && { start_time: iso(span.from), end_time: iso(span.to) }),
            limit: PAGE_SIZE,
            include_latency: true,
            // The state contains the language, and personal data (S-119).
            include_context_state: seesPersonalData,
            include_turn_metadata: false,
          },
          { signal, params },
        );
      const counted =
        countedFilterOf(query) &&
        (await readCountedRange(insights, { ...query, from: start_time, to: end_time, client_env }));
      if (counted?.ok === false) return counted;
      const range = { from: Date.parse(start_time), to: Date.parse(end_time) };
      const rows = counted
        ? countedRows(counted.value.conversations, read)
        : read(ran ? { ...range, from: range.from - RAN_BEFORE_MS } : undefined);
      // A refusal of the platform must not become a file.
      const first = await rows.next();
      if (!first.done && !first.value.ok) return platformFailure(first.value.error);
      const every = first.done ? rows : startingWith(first.value, rows);
      const file = conversationCsv(ran ? ranRows(range, every) : every, {
        separator: sep,
        seesPersonalData,
        lastLine: counted && missingOf(counted.value, query),
      });
      return ok(
        streamingResponse(
          streamOf(file, () => rows.return()),
          {
            headers: {
              'Content-Type': `${MEDIA}; charset=utf-8`,
              'Content-Disposition': `attachment; filename="${nameOf(query)}"`,
            },
          },
        ),
      );
    },
  });
