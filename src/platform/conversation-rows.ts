import type * as z from 'zod';
import { collectBytes, parseJson } from '../base/bounded-body.ts';
import { jsonLimitMessage } from '../base/bounded-json.ts';
import { err, ok, type Result } from '../base/result.ts';
import { AnswerStreamError } from './answer-stream.ts';
import type { CallOptions, Client } from './client.ts';
import { type ConversationsInput, createPager } from './conversation-pages.ts';
import { conversation, conversations, type conversationsQuery } from './conversations.ts';
import { type PlatformError, platformError } from './errors.ts';
import { completeMembers, createItemSplitter } from './item-splitter.ts';
import { readPageEnd } from './join-pages.ts';
import { createPageScanner, PageSyntaxError } from './page-scanner.ts';

/** A conversation of a page. */
export interface ConversationRow {
  readonly conversation: z.output<typeof conversation>;
  /** False if it is too long to be read, or malformed: then `conversation` has only the valid fields at its head. */
  readonly isWhole: boolean;
}

/** S-102: limit for a conversation that is parsed. */
const MAX_ROW_BYTES = 1024 * 1024;
/** Part of a longer one that is read: ids, times and names come before the turns. */
const HEAD_BYTES = 64 * 1024;
/** S-130: more pages than a span of a day has. */
const MAX_PAGES = 10_000;

const head = conversation.pick({
  id: true,
  started_at: true,
  environment: true,
  channel: true,
  variant_id: true,
  variant_name: true,
  in_progress: true,
  total_duration: true,
  num_turns: true,
  num_silences: true,
  num_ood: true,
  handoff: true,
  handoff_reason: true,
});

/** The valid fields of a head. */
function headOf(value: unknown): z.output<typeof conversation> {
  const fields = Object.entries(head.shape).flatMap(([name, schema]) => {
    const field = schema.safeParse((value as Record<string, unknown> | null)?.[name]);
    return field.success && field.data !== undefined ? [[name, field.data]] : [];
  });
  return { id: '', ...Object.fromEntries(fields) };
}

/** Collects the bytes of conversations, and reads each at its end. */
function createRowReader() {
  const rows: ConversationRow[] = [];
  let collector = collectBytes(MAX_ROW_BYTES);
  let isTooLong = false;

  const readHead = (bytes: Uint8Array): unknown =>
    parseJson(completeMembers(bytes.subarray(0, HEAD_BYTES)) ?? '');

  function read(bytes: Uint8Array): ConversationRow {
    const value = isTooLong || jsonLimitMessage(bytes) !== undefined ? undefined : parseJson(bytes);
    const whole = conversation.safeParse(value);
    return whole.success
      ? { conversation: whole.data, isWhole: true }
      : { conversation: headOf(value ?? readHead(bytes)), isWhole: false };
  }

  return {
    add(bytes: Uint8Array): void {
      if (isTooLong || collector.add(bytes)) return;
      isTooLong = true;
      const { length } = collector.bytes();
      if (length < HEAD_BYTES) collector.add(bytes.subarray(0, HEAD_BYTES - length));
    },
    end(): void {
      rows.push(read(collector.bytes()));
      collector = collectBytes(MAX_ROW_BYTES);
      isTooLong = false;
    },
    /** The conversations since the last call. */
    take: (): readonly ConversationRow[] => rows.splice(0),
  };
}

/**
 * Yields all conversations that match a query, page by page; `limit` is the page size. Pages are read while they arrive: one conversation
 * is in memory at a time, and one that cannot be read does not hide the others. An error is yielded once, as the last item.
 */
export async function* readConversationRows(
  client: Pick<Client<'platform'>, 'stream'>,
  first: z.output<(typeof conversationsQuery)['v3']>,
  { params = {}, ...options }: CallOptions & Pick<ConversationsInput<'v3'>, 'params'> = {},
): AsyncGenerator<Result<ConversationRow, PlatformError>, void> {
  const next = createPager('v3');
  let query: typeof first | undefined = first;
  for (let pages = 0; query; pages += 1) {
    if (pages === MAX_PAGES) return void (yield err(platformError('UNEXPECTED_ANSWER')));
    const page = await client.stream(conversations.v3, { params, query }, { ...options, isChecked: true });
    if (!page.ok) return void (yield page);
    const scanner = createPageScanner('conversations');
    const reader = createRowReader();
    const splitter = createItemSplitter(reader);
    let members: readonly string[];
    try {
      for await (const chunk of page.value.body) {
        for (const part of scanner.push(chunk)) splitter.push(part);
        for (const row of reader.take()) yield ok(row);
      }
      members = scanner.end().members;
    } catch (error) {
      if (error instanceof AnswerStreamError) return void (yield err(error.error));
      if (error instanceof PageSyntaxError) return void (yield err(platformError('UNEXPECTED_ANSWER')));
      throw error;
    }
    splitter.end();
    for (const row of reader.take()) yield ok(row);
    const end = readPageEnd(members);
    const following: Result<typeof first | undefined, PlatformError> = end
      ? next(query, end)
      : err(platformError('UNEXPECTED_ANSWER'));
    if (!following.ok) return void (yield following);
    query = following.value;
  }
}
