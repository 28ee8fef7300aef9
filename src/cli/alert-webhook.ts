import type { Emulator } from '../emulator/index.ts';

/** The embedded platform's endpoint for a relay beside it. */
export interface AlertWebhook {
  /** What the relay is configured with to believe it. */
  readonly FOYER_WEBHOOK_SECRETS: string;
  /** Leads it to the relay, whose address is known when it has started. */
  leadTo(relayUrl: string): Promise<void>;
}

interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly signing_secret: string;
}

const NAME = 'Relay of the demo';
/** The relay's name of it. */
const ALIAS = 'alerts';

/**
 * Makes the endpoint, or gives the one of an earlier start a new secret. By plain calls: the clients of the platform know no endpoints but
 * those of the public internet.
 */
export async function makeAlertWebhook({
  baseUrl,
  baseKey,
}: Pick<Emulator, 'baseUrl' | 'baseKey'>): Promise<AlertWebhook> {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${baseUrl}/v1/webhook-endpoints${path}`, {
      method,
      headers: { 'X-API-KEY': baseKey, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`unable to set up a webhook endpoint; status ${response.status}`);
    return (await response.json()) as T;
  }

  const { data } = await call<{ data: readonly Endpoint[] }>('GET', '');
  const earlier = data.find((it) => it.name === NAME);
  const { id, signing_secret } = earlier
    ? {
        ...earlier,
        ...(await call<Pick<Endpoint, 'signing_secret'>>('POST', `/${earlier.id}/rotate-secret`)),
      }
    : await call<Endpoint>('POST', '', {
        name: NAME,
        url: 'http://127.0.0.1/',
        event_types: ['alerts.triggered', 'alerts.resolved'],
        enabled: false,
      });
  return {
    FOYER_WEBHOOK_SECRETS: `${ALIAS}:${signing_secret}`,
    leadTo: (relayUrl) =>
      call('PATCH', `/${id}`, { url: `${relayUrl}/admin/v1/webhooks/${ALIAS}`, enabled: true }),
  };
}
