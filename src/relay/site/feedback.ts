import { pause, startDeadline } from '../../base/deadline.ts';
import type { FeedbackRequest } from '../../protocol/relay.ts';
import type { SiteConfig } from '../config/config.ts';
import type { SiteFoundation } from '../foundation.ts';
import { idTail, type Log } from '../log.ts';
import type { Post } from '../upstream/post.ts';

export interface FeedbackPorts extends Pick<SiteFoundation, 'clock' | 'stop'> {
  readonly post: Post;
}

const ATTEMPT_MS = 5_000;
/** Waits before the second and the third attempt. */
const WAITS_MS = [1_000, 5_000];
/** Webhook calls in progress. A slow receiver must not fill the memory. */
const MAX_IN_PROGRESS = 100;

/** Takes the visitors' feedback: one log record each, and a webhook where one is configured. */
export function createFeedbackReceiver(
  { feedbackWebhookUrl: webhookUrl, widget: { feedback } }: Pick<SiteConfig, 'feedbackWebhookUrl' | 'widget'>,
  { clock, post, stop }: FeedbackPorts,
) {
  let inProgress = 0;

  /** One attempt. True when it was accepted; the status, or the reason, when it was not. */
  async function attempt(url: string, body: unknown): Promise<true | number | string> {
    const { signal, clear } = startDeadline(clock, ATTEMPT_MS, stop);
    const answer = await post({ url, headers: {}, body, isRepeatable: true, signal });
    clear();
    if (answer.kind !== 'answered') return answer.kind;
    return answer.status < 300 || answer.status;
  }

  async function deliver(url: string, body: unknown, log: Log): Promise<void> {
    for (let tries = 0; ; tries++) {
      const result = await attempt(url, body);
      if (result === true || stop.aborted) return;
      const waitMs = WAITS_MS[tries];
      // Other refusals stay refusals.
      const isFinal = typeof result === 'number' && result < 500 && result !== 429;
      if (waitMs === undefined || isFinal)
        return log.warn({ reason: result }, 'unable to deliver feedback to the webhook');
      await pause(clock, waitMs, stop);
    }
  }

  return {
    /** Scale of the ratings of a session. */
    scale: (typeof feedback === 'object' && feedback.scale) || ('thumbs' as const),
    /** Returns at once; the webhook is called in the background. */
    receive(sessionId: string, { rating, text, message_id, csat_request }: FeedbackRequest, log: Log): void {
      const about = message_id === undefined ? {} : { message_id };
      // Logs never hold message text.
      log.info({ session: idTail(sessionId), ...about, rating, has_text: text !== undefined }, 'feedback');
      if (webhookUrl === undefined) return;
      if (inProgress >= MAX_IN_PROGRESS)
        return log.warn({ reason: 'busy' }, 'unable to deliver feedback to the webhook');
      inProgress += 1;
      const at = new Date(clock.now()).toISOString();
      const body = {
        session_id: sessionId,
        ...about,
        rating,
        ...(text && { text }),
        ...(csat_request && { csat_request }),
        at,
      };
      void deliver(webhookUrl, body, log).finally(() => {
        inProgress -= 1;
      });
    },
  };
}
