import { pause } from '../../base/deadline.ts';
import { maskSensitive } from '../../base/sensitive.ts';
import type { LeftMessage } from '../../protocol/left-message.ts';
import type { SiteConfig } from '../config/config.ts';
import type { WebhookAddress } from '../config/webhook-address.ts';
import type { Log } from '../log/log.ts';
import type { SiteMetrics } from '../services/metrics.ts';
import { createMessageStore, type KeptMessage, MAX_MESSAGES } from '../store/left-messages.ts';
import type { KeyValue, Lists } from '../store/store.ts';
import { type DeliveryPorts, deliverOnce } from '../upstream/deliver.ts';
import { signatureHeaders } from '../upstream/sign-webhook.ts';

/** Between two looks at the store for messages that are due. */
const LOOK_MS = 60_000;
/** An undelivered message is tried again after its age: 1, 2, 4 … minutes. */
const MIN_WAIT_MS = 60_000;
const GIVE_UP_MS = 3 * 86_400_000;
/** Messages on their way. Others wait in the store. */
const MAX_IN_PROGRESS = 20;

export interface LeftMessagePorts extends DeliveryPorts {
  readonly store: KeyValue & Lists;
  readonly metrics: Pick<SiteMetrics, 'messageLeft' | 'masked'>;
  readonly log: Log;
}

export type LeftMessages = ReturnType<typeof createLeftMessages>;

/** Messages that visitors leave where nobody answers (M-14.19): kept in the store, and delivered to the site's webhook. */
export function createLeftMessages(
  {
    feedbackWebhook: webhook,
    widget: { messages = false, guard },
  }: Pick<SiteConfig, 'feedbackWebhook' | 'widget'>,
  ports: LeftMessagePorts,
) {
  const { clock, metrics, log, stop } = ports;
  const kept = createMessageStore(ports);
  /** Messages of which nothing is left to do. */
  let settled: ReadonlySet<string> = new Set();
  let inProgress = 0;

  function bodyOf({ id, time, contact, text, reason }: KeptMessage) {
    return { type: 'message.left', id, at: time, contact, text, ...(reason && { reason }) };
  }

  async function attempt({ url, secret }: WebhookAddress, message: KeptMessage): Promise<void> {
    if (!(await kept.claimAttempt(message))) return;
    const body = bodyOf(message);
    const headers = signatureHeaders(secret, message.id, body, clock.now());
    const reason = await deliverOnce({ url, headers, body }, ports);
    // The attempt was cut off: another relay repeats it.
    if (stop.aborted) return;
    metrics.messageLeft(reason === undefined ? 'delivered' : 'failed');
    if (reason === undefined)
      return kept.update({ ...message, state: 'delivered', failure: null, next_attempt: null });
    log.warn({ reason }, 'unable to deliver a message to the webhook');
    const now = clock.now();
    const ageMs = now - Date.parse(message.time);
    const next = ageMs < GIVE_UP_MS ? new Date(now + Math.max(ageMs, MIN_WAIT_MS)).toISOString() : null;
    await kept.update({ ...message, state: 'failed', failure: String(reason), next_attempt: next });
  }

  async function attemptDue(address: WebhookAddress): Promise<void> {
    const { messages: all } = await kept.read(MAX_MESSAGES);
    const now = clock.now();
    for (const message of all) {
      const { id, next_attempt: next } = message;
      if (next === null || settled.has(id) || Date.parse(next) > now) continue;
      if (stop.aborted) return;
      await attempt(address, message);
    }
    settled = new Set(all.filter(({ next_attempt }) => next_attempt === null).map(({ id }) => id));
  }

  return {
    /** The site takes messages. */
    isOn: messages,
    kept,
    /** Keeps a message. Its delivery goes on in the background. Rejects if the store is unavailable. */
    async receive({ text, ...rest }: LeftMessage, requestLog: Pick<Log, 'info'>): Promise<void> {
      const safe = guard === 'mask' ? maskSensitive(text) : text;
      if (safe !== text) metrics.masked();
      const message = await kept.add({ ...rest, text: safe });
      metrics.messageLeft('left');
      // Logs never hold what a visitor wrote.
      requestLog.info({ reason: message.reason }, 'message left');
      if (!webhook || inProgress >= MAX_IN_PROGRESS) return;
      inProgress += 1;
      void attempt(webhook, message)
        .catch(() => {})
        .finally(() => {
          inProgress -= 1;
        });
    },
    /** Delivers what is due until `signal` aborts: also messages of relays that have ended. */
    async deliverUntil(signal: AbortSignal): Promise<void> {
      while (messages && webhook && !signal.aborted) {
        // Metrics count failures of the store.
        await attemptDue(webhook).catch(() => {});
        await pause(clock, LOOK_MS, signal);
      }
    },
  };
}
