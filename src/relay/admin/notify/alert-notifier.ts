import { randomText } from '../../../base/digest.ts';
import type { AlertReceiver } from '../../config/alert-notify.ts';
import type { RelayConfig, SiteConfig } from '../../config/config.ts';
import { sideOf } from '../../http/listeners.ts';
import type { Log } from '../../log/log.ts';
import { type DeliveryPorts, deliver, deliverOnce, type NotAccepted } from '../../upstream/deliver.ts';
import { signatureHeaders } from '../../upstream/sign-webhook.ts';
import { leadsToPublicHost, type PublicUrlPorts } from '../api/public-url.ts';
import { type AlertMessage, bodyOf, isAlert, readAlert } from './alert-message.ts';

/** Delays between the attempts of a message. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000];
/** Messages in progress. A slow receiver must not fill the memory. */
const MAX_IN_PROGRESS = 100;
const RANDOM_BYTES = 16;

export interface NotifierPorts extends DeliveryPorts, PublicUrlPorts {
  readonly site: Pick<SiteConfig, 'name' | 'publicUrl' | 'alertReceivers'>;
  readonly config: Pick<RelayConfig, 'oidc' | 'adminListen'>;
  readonly log: Pick<Log, 'warn'>;
}

/** The outcome of a message to a receiver. */
export interface Notified {
  readonly kind: AlertReceiver['kind'];
  readonly host: string;
  /** null: delivered. */
  readonly failure: string | null;
}

export type AlertNotifier = ReturnType<typeof createAlertNotifier>;

/** Forwards alerts from the platform's webhooks to the configured receivers (contract §11). */
export function createAlertNotifier(ports: NotifierPorts) {
  const { site, config, clock, log } = ports;
  const receivers = site.alertReceivers;
  let inProgress = 0;

  /** Origin of the console, if configured. */
  const publicOrigin = sideOf(config) === 'all' ? site.publicUrl : undefined;
  const origin = config.oidc === undefined ? publicOrigin : new URL(config.oidc.redirectUrl).origin;

  function pageOf(query: Readonly<Record<string, string | null>>): string | null {
    if (origin === undefined) return null;
    const address = new URL(`${origin}/console/alerts`);
    for (const [name, value] of Object.entries(query)) if (value) address.searchParams.set(name, value);
    return address.href;
  }

  function requestOf({ kind, url, secret }: AlertReceiver, message: AlertMessage) {
    const body = bodyOf[kind](message);
    return { url, headers: signatureHeaders(secret, message.id, body, clock.now()), body };
  }

  /** S-62: checks the name and its current addresses. */
  const isAllowed = ({ url }: AlertReceiver) =>
    url.startsWith('http:') || leadsToPublicHost(url, ports, ports.stop);

  async function send(
    receiver: AlertReceiver,
    run: () => Promise<NotAccepted | undefined>,
  ): Promise<Notified> {
    const { kind, url } = receiver;
    const failure = (await isAllowed(receiver)) ? await run() : 'its host is not public';
    return { kind, host: new URL(url).host, failure: failure === undefined ? null : String(failure) };
  }

  return {
    receivers: receivers.map(({ kind, url }) => ({ kind, host: new URL(url).host })),
    /** Returns at once and notifies the receivers in the background. */
    notify(type: string, detail: Readonly<Record<string, unknown>>, eventId: string | undefined): void {
      if (!isAlert(type)) return;
      const at = clock.now();
      const id = eventId ?? randomText(RANDOM_BYTES);
      const alert = readAlert(detail['data']);
      const url = pageOf({ rule: alert.rule.id, since: alert.since, site: site.name });
      const message: AlertMessage = { id, type, at, site: site.name, ...alert, url };
      for (const receiver of receivers) {
        if (inProgress >= MAX_IN_PROGRESS) {
          log.warn({ receiver: receiver.kind, reason: 'busy' }, 'unable to notify of an alert');
          continue;
        }
        inProgress += 1;
        void send(receiver, () => deliver(requestOf(receiver, message), WAITS_MS, ports))
          .then(({ kind, failure }) => {
            if (failure !== null)
              log.warn({ receiver: kind, reason: failure }, 'unable to notify of an alert');
          })
          .finally(() => {
            inProgress -= 1;
          });
      }
    },
    /** Sends one test message to every receiver. */
    test(): Promise<readonly Notified[]> {
      const message: AlertMessage = {
        ...readAlert({ name: 'This message' }),
        id: randomText(RANDOM_BYTES),
        type: 'alerts.test',
        at: clock.now(),
        site: site.name,
        url: pageOf({ site: site.name }),
      };
      return Promise.all(
        receivers.map((receiver) => send(receiver, () => deliverOnce(requestOf(receiver, message), ports))),
      );
    },
  };
}
