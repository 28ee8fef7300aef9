import type * as z from 'zod';
import { parseJson } from '../base/bounded-body.ts';
import { ok, type Result } from '../base/result.ts';
import { type AnswerStream, AnswerStreamError } from './answer-stream.ts';
import { type conversationsQuery, MAX_PAGE, pageEnd } from './conversations.ts';
import { type PlatformError, platformError } from './errors.ts';
import { createPageScanner, PageSyntaxError } from './page-scanner.ts';

type Query = z.output<(typeof conversationsQuery)['v3']>;

export interface PageSource {
  readonly open: (query: Query, signal: AbortSignal) => Promise<Result<AnswerStream, PlatformError>>;
  /** The query for the next page; undefined after the last page. */
  readonly next: (query: Query, end: z.output<typeof pageEnd>) => Result<Query | undefined, PlatformError>;
  readonly signal?: AbortSignal | undefined;
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** The envelope of a page without its conversations; undefined if it is not as documented. */
export const readPageEnd = (members: readonly string[]): z.output<typeof pageEnd> | undefined =>
  pageEnd.safeParse(parseJson(`{${members.join(',')}}`)).data;

function unwrap<T>(result: Result<T, PlatformError>): T {
  if (!result.ok) throw new AnswerStreamError(result.error);
  return result.value;
}

/** Yields the bytes of one envelope with the items of all pages. Throws `AnswerStreamError`. */
async function* joined(
  first: AnswerStream,
  query: Query,
  { open, next }: PageSource,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const limit = query.limit;
  let page = first;
  let asked = query;
  let total = 0;
  yield bytes('{"conversations":[');
  for (;;) {
    const scanner = createPageScanner('conversations');
    for await (const chunk of page.body) {
      const isFirst = scanner.count() === 0;
      const parts = scanner.push(chunk);
      if (total > 0 && isFirst && scanner.count() > 0) yield bytes(',');
      yield* parts;
    }
    const { members } = scanner.end();
    total += scanner.count();
    const end = readPageEnd(members);
    if (!end) throw new AnswerStreamError(platformError('UNEXPECTED_ANSWER'));
    const following = total < limit ? unwrap(next(asked, end)) : undefined;
    if (!following) return yield bytes(`]${members.map((member) => `,${member}`).join('')}}`);
    asked = following;
    page = unwrap(await open({ ...asked, limit: Math.min(MAX_PAGE, limit - total) }, signal));
  }
}

/** Joins as many pages as `limit` needs into one. A failure after the first page has begun errors the body. */
export async function joinPages(
  query: Query,
  pages: PageSource,
): Promise<Result<AnswerStream, PlatformError>> {
  const stop = new AbortController();
  const onAbort = () => stop.abort();
  pages.signal?.addEventListener('abort', onAbort);
  if (pages.signal?.aborted) onAbort();
  const release = () => pages.signal?.removeEventListener('abort', onAbort);

  const first = await pages.open({ ...query, limit: MAX_PAGE }, stop.signal);
  if (!first.ok) {
    release();
    return first;
  }
  const parts = joined(first.value, query, pages, stop.signal);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(
            error instanceof PageSyntaxError
              ? new AnswerStreamError(platformError('UNEXPECTED_ANSWER'))
              : error,
          );
        }
        release();
      },
      async cancel() {
        release();
        // Abort first: the generator may be waiting for a chunk.
        stop.abort();
        await parts.return().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return ok({ status: 200, headers: { 'content-type': 'application/json' }, body });
}
