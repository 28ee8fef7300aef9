import { type ByteCollector, collectBytes, readBytes } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Failure } from './problem.ts';

/** Reads a whole body of at most `maxBytes`. */
export type ReadBody = (request: Request, maxBytes: number) => Promise<Result<Uint8Array, Failure>>;

/** Bodies up to this size are always admitted. All bodies of chat routes and usual webhooks are smaller. */
export const SMALL_BODY_BYTES = 16 * 1024;

/** S-101: memory for unfinished bodies of unauthenticated clients. */
export const BODY_BUDGET_BYTES = 8 * 1024 * 1024;

/** S-132: the time limit for a whole body. Custom servers and other runtimes may set none. */
const BODY_MS = 20_000;

/** S-101: unauthenticated bodies use at most `budgetBytes` together. Beyond it, bodies above `SMALL_BODY_BYTES` are refused. */
export function createBodyReader(budgetBytes: number, clock: Clock): ReadBody {
  let held = 0;
  return async ({ headers, body }, maxBytes) => {
    if (Number(headers.get('content-length')) > maxBytes) return err({ failed: 'body-too-large' });
    const collector = collectBytes(maxBytes);
    let size = 0;
    let isBusy = false;
    let isLate = false;
    const counted: ByteCollector = {
      ...collector,
      add(part) {
        if (isLate) return false;
        size += part.byteLength;
        held += part.byteLength;
        isBusy = held > budgetBytes && size > SMALL_BODY_BYTES;
        return !isBusy && collector.add(part);
      },
    };
    let cancel = () => {};
    const late = new Promise<'late'>((resolve) => {
      cancel = clock.after(BODY_MS, () => resolve('late'));
    });
    try {
      const bytes = await Promise.race([readBytes(body, counted), late]);
      isLate = bytes === 'late';
      if (bytes === 'late') return err({ failed: 'request-timeout' });
      return bytes ? ok(bytes) : err({ failed: isBusy ? 'busy' : 'body-too-large' });
    } catch {
      return err({ failed: 'invalid-request', errors: [{ field: '', message: 'the body is incomplete' }] });
    } finally {
      cancel();
      held -= size;
    }
  };
}
