import { pause } from '../../../base/deadline.ts';
import type { Result } from '../../../base/result.ts';
import type { Failure } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import type { CallLog } from './call-log.ts';
import type { RelayEvents } from './relay-events.ts';

export type CallWatch = ReturnType<typeof createCallWatch>;

/** Status of a call, as in the platform's answer. */
export type CallStatus = Readonly<Record<string, unknown>> & { readonly status: string };
type ReadStatus = (signal: AbortSignal) => Promise<Result<CallStatus, Failure>>;

interface WatchPorts extends Pick<Services, 'clock' | 'stop'> {
  readonly events: RelayEvents;
  readonly log: Pick<CallLog, 'end'>;
}

/** Calls are polled more often in their first minute. */
const FIRST_POLL_MS = 2_000;
const LATER_POLL_MS = 10_000;
const FIRST_PHASE_MS = 60_000;
/** The platform forgets a call about two hours after its end. */
const MAX_AGE_MS = 2 * 3_600_000;
const MAX_FOLLOWED = 1_000;

const isFinal = (status: string) => status === 'success' || status === 'failure';

/** Polls the status of outbound calls, publishes every change as an event, and records the end. */
export function createCallWatch({ events, clock, stop, log }: WatchPorts) {
  const followed = new Set<string>();

  async function watch(callSid: string, read: ReadStatus): Promise<void> {
    const startedAt = clock.now();
    const age = () => clock.now() - startedAt;
    let lastStatus: string | undefined;
    do {
      await pause(clock, age() < FIRST_PHASE_MS ? FIRST_POLL_MS : LATER_POLL_MS, stop);
      if (stop.aborted) return;
      const answer = await read(stop);
      if (stop.aborted) return;
      if (!answer.ok) {
        const { error } = answer;
        if (error.failed === 'platform' && error.error.upstream?.status === 404) return;
        continue;
      }
      const { status, reason } = answer.value;
      if (status !== lastStatus) {
        lastStatus = status;
        await events
          .publish({ type: 'outbound-call.status', detail: { ...answer.value, call_sid: callSid } })
          // The store is unavailable. This event is lost, but the next change is published.
          .catch(() => {});
      }
      if (isFinal(status)) {
        log.end({ call_sid: callSid, status, reason: typeof reason === 'string' ? reason : null });
        return;
      }
    } while (age() < MAX_AGE_MS);
  }

  return {
    /** `read` requests the status from the host of the call. */
    follow(callSid: string, read: ReadStatus): void {
      if (followed.size >= MAX_FOLLOWED || followed.has(callSid)) return;
      followed.add(callSid);
      void watch(callSid, read).finally(() => followed.delete(callSid));
    },
  };
}
