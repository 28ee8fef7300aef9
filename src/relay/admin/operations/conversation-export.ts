import * as z from 'zod';
import { ok, type Result } from '../../../base/result.ts';
import { type ConversationRow, readConversationRows } from '../../../platform/conversation-rows.ts';
import { moment, ruleSentences } from '../../../platform/fields.ts';
import { conversationFilters, conversations, type PlatformError } from '../../../platform/index.ts';
import { streamingResponse } from '../../streaming-response.ts';
import { conversationCsv, MAX_EXPORTED } from '../conversation-csv.ts';
import {
  clientOf,
  overrideFields,
  type PlatformClients,
  platformFailure,
  splitQuery,
} from '../endpoint-operation.ts';
import { operation } from '../operation.ts';

/** As for the relay's own figures: one conversation is in memory at a time, whatever the size of a page. */
const PAGE_SIZE = 200;

const query = conversationFilters.safeExtend({
  start_time: moment.meta({ description: 'Conversations that began at this time or later.' }),
  end_time: moment.meta({ description: 'Conversations that began before this time.' }),
  sep: z.enum([',', ';']).default(',').meta({
    description: 'Between the cells. Spreadsheets of countries with a decimal comma expect a semicolon.',
  }),
  ...overrideFields(conversations.v3),
});

const MEDIA = 'text/csv';

/** `2026-11-27T0930Z`: no colon, which file systems refuse. */
const timeInName = (text: string) => new Date(text).toISOString().slice(0, 16).replace(':', '').concat('Z');

async function* startingWith<Item>(first: Item, rest: AsyncIterable<Item>) {
  yield first;
  yield* rest;
}

/** Text that is made while it is read. `end` is called when the reader gives up. */
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
        // A generator that has not begun does not end the one that it reads.
        await end();
      },
    },
    { highWaterMark: 0 },
  );
}

/** All conversations of a range as a file for spreadsheets. It arrives while the pages of the platform are read. */
export const conversationExport = (clients: PlatformClients) =>
  operation({
    id: 'exportConversations',
    tag: 'Conversations',
    summary: `All conversations of a range as CSV, at most ${MAX_EXPORTED}`,
    method: 'GET',
    path: '/conversations/export',
    scopes: ['read'],
    query,
    rules: ruleSentences(conversationFilters),
    status: 200,
    media: MEDIA,
    async perform({ query: { sep, ...filters }, signal, seesPersonalData }) {
      const client = clientOf(clients, 'platform');
      if (!client.ok) return client;
      const { params, query: asked } = splitQuery(conversations.v3, filters);
      const rows: AsyncGenerator<Result<ConversationRow, PlatformError>, void> = readConversationRows(
        client.value,
        {
          ...asked,
          limit: PAGE_SIZE,
          include_latency: true,
          // It has the language, and personal data (S-119).
          include_context_state: seesPersonalData,
          include_turn_metadata: false,
        },
        { signal, params },
      );
      // A platform that refuses is a refusal, and no file.
      const first = await rows.next();
      if (!first.done && !first.value.ok) return platformFailure(first.value.error);
      const all = first.done ? rows : startingWith(first.value, rows);
      const file = conversationCsv(all, { separator: sep, seesPersonalData });
      const name = `conversations_${timeInName(filters.start_time)}_${timeInName(filters.end_time)}.csv`;
      return ok(
        streamingResponse(
          streamOf(file, () => rows.return()),
          {
            headers: {
              'Content-Type': `${MEDIA}; charset=utf-8`,
              'Content-Disposition': `attachment; filename="${name}"`,
            },
          },
        ),
      );
    },
  });
