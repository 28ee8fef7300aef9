import type { FeedbackRequest } from '../../protocol/relay.ts';
import type { SiteConfig } from '../config/config.ts';
import type { WebhookAddress } from '../config/webhook-address.ts';
import { idTail, type Log } from '../log/log.ts';
import { type DeliveryPorts, deliver } from '../upstream/deliver.ts';
import { signatureHeaders } from '../upstream/sign-webhook.ts';

/** Delays before the second and the third attempt. */
const WAITS_MS = [1_000, 5_000];
/** Webhook calls in progress. A slow receiver must not fill the memory. */
const MAX_IN_PROGRESS = 100;

/** Receives visitors' feedback: writes one log record each and calls the webhook, if configured. */
export function createFeedbackReceiver(
  { feedbackWebhook: webhook, widget: { feedback } }: Pick<SiteConfig, 'feedbackWebhook' | 'widget'>,
  ports: DeliveryPorts,
) {
  let inProgress = 0;

  async function send({ url, secret }: WebhookAddress, body: unknown, log: Log): Promise<void> {
    const headers = signatureHeaders(secret, crypto.randomUUID(), body, ports.clock.now());
    const reason = await deliver({ url, headers, body }, WAITS_MS, ports);
    if (reason !== undefined) log.warn({ reason }, 'unable to deliver feedback to the webhook');
  }

  return {
    /** Scale of the ratings of a session. */
    scale: (typeof feedback === 'object' && feedback.scale) || ('thumbs' as const),
    /** Returns at once; the webhook is called in the background. */
    receive(sessionId: string, { rating, text, message_id, csat_request }: FeedbackRequest, log: Log): void {
      const about = message_id === undefined ? {} : { message_id };
      // Logs never hold message text.
      log.info({ session: idTail(sessionId), ...about, rating, has_text: text !== undefined }, 'feedback');
      if (webhook === undefined) return;
      if (inProgress >= MAX_IN_PROGRESS)
        return log.warn({ reason: 'busy' }, 'unable to deliver feedback to the webhook');
      inProgress += 1;
      const at = new Date(ports.clock.now()).toISOString();
      const body = {
        session_id: sessionId,
        ...about,
        rating,
        ...(text && { text }),
        ...(csat_request && { csat_request }),
        at,
      };
      void send(webhook, body, log).finally(() => {
        inProgress -= 1;
      });
    },
  };
}
