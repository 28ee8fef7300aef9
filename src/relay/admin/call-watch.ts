import type { Clock } from '../../base/clock.ts';
import { pause } from '../../base/deadline.ts';
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

  async function watch(callSid: string): Promise<void> {
    const startedAt = clock.now();
    const age = () => clock.now() - startedAt;
    let told: string | undefined;
    do {
      await pause(clock, age() < SOON_FOR_MS ? SOON_MS : LATER_MS, stop);
      if (stop.aborted) return;
      const answer = await client.call(
        outboundCalls.status,
        { params: { call_sid: callSid } },
        { signal: stop },
      );
      if (stop.aborted) return;
      if (!answer.ok) {
        if (answer.error.upstream?.status === 404) return;
        continue;
      }
      const { status } = answer.value;
      if (status !== told) {
        told = status;
        await events
          .tell({ type: 'outbound-call.status', detail: { ...answer.value, call_sid: callSid } })
          // A store that is away for a moment; the next change is told again.
          .catch(() => {});
      }
      if (isFinal(status)) return;
    } while (age() < AT_MOST_MS);
  }

  return {
    follow(callSid) {
      if (followed.size >= MAX_FOLLOWED || followed.has(callSid)) return;
      followed.add(callSid);
      void watch(callSid).finally(() => followed.delete(callSid));
    },
  };
}
