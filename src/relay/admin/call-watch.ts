import type { Clock } from '../../base/clock.ts';
import { type Client, outboundCalls } from '../../platform/index.ts';
import type { Events } from './events.ts';

/** Follows outbound calls, so that operators hear how they come out without asking. */
export interface CallWatch {
  follow(callSid: string): void;
}

interface WatchPorts {
  readonly client: Client<'outbound'>;
  readonly events: Events;
  readonly clock: Clock;
  /** Goes off when the relay closes. */
  readonly stop: AbortSignal;
}

/** Somebody watches a call ring; nobody watches it last. */
const SOON_MS = 2_000;
const LATER_MS = 10_000;
const SOON_FOR_MS = 60_000;
/** The platform forgets a call two hours after its end (specification, Outbound calling). */
const AT_MOST_MS = 2 * 3_600_000;
const MAX_FOLLOWED = 1_000;

const isFinal = (status: string) => status === 'success' || status === 'failure';

export function createCallWatch({ client, events, clock, stop }: WatchPorts): CallWatch {
  const followed = new Set<string>();

  function follow(callSid: string): void {
    if (followed.size >= MAX_FOLLOWED || followed.has(callSid)) return;
    followed.add(callSid);
    const startedAt = clock.now();
    let told: string | undefined;

    async function look(): Promise<void> {
      const answer = await client.call(
        outboundCalls.status,
        { params: { call_sid: callSid } },
        { signal: stop },
      );
      if (stop.aborted) return;
      const status = answer.ok ? answer.value.status : undefined;
      if (answer.ok && status !== told) {
        told = status;
        await events
          .tell({ type: 'outbound-call.status', detail: { ...answer.value, call_sid: callSid } })
          // A store that is away for a moment; the next change is told again.
          .catch(() => {});
      }
      const isGone = !answer.ok && answer.error.upstream?.status === 404;
      const age = clock.now() - startedAt;
      if (isGone || (status !== undefined && isFinal(status)) || age >= AT_MOST_MS) followed.delete(callSid);
      else wait(age < SOON_FOR_MS ? SOON_MS : LATER_MS);
    }

    function wait(inMs: number): void {
      const cancel = clock.after(inMs, () => {
        stop.removeEventListener('abort', cancel);
        void look();
      });
      stop.addEventListener('abort', cancel);
    }
    wait(SOON_MS);
  }

  return { follow };
}
