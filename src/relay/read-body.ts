import { collectBytes } from '../base/bounded-body.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Failure } from './problem.ts';

/** Reads a whole body of at most `maxBytes`. */
export type ReadBody = (
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
) => Promise<Result<Uint8Array, Failure>>;

/** Bodies up to this size are always admitted: those of all chat routes, and usual webhooks. */
export const SMALL_BODY_BYTES = 16 * 1024;

/** S-101: bodies of strangers take at most `budgetBytes` together. Then those larger than `SMALL_BODY_BYTES` are refused. */
export function createBodyReader(budgetBytes: number): ReadBody {
  let held = 0;
  return async (body, maxBytes) => {
    const collector = collectBytes(maxBytes);
    if (!body) return ok(collector.bytes());
    const reader = body.getReader();
    let size = 0;
    const refuse = (failure: Failure) => {
      // The rest is not needed, so a failed cancellation does not matter.
      reader.cancel().catch(() => {});
      return err(failure);
    };
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return ok(collector.bytes());
        size += value.byteLength;
        held += value.byteLength;
        if (held > budgetBytes && size > SMALL_BODY_BYTES) return refuse({ failed: 'busy' });
        if (!collector.add(value)) return refuse({ failed: 'body-too-large' });
      }
    } catch {
      return err({ failed: 'invalid-request', errors: [{ field: '', message: 'the body is incomplete' }] });
    } finally {
      held -= size;
    }
  };
}

/** Reads bodies of callers that have shown a key. */
export const readBody = createBodyReader(Number.POSITIVE_INFINITY);
