import type { Emulator } from '../emulator/index.ts';

interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly signing_secret: string;
}

const NAME = 'Relay of the demo';
/** Name of the webhook in the relay. */
const ALIAS = 'alerts';

/**
 * Creates a webhook endpoint of the embedded platform for the demo's relay, disabled, or rotates the secret of the one from an
 * earlier start. Uses plain HTTP calls, because the platform clients only accept https URLs for endpoints.
 */
export async function createAlertWebhook({ baseUrl, baseKey }: Pick<Emulator, 'baseUrl' | 'baseKey'>) {
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
  const earlier = data.find((endpoint) => endpoint.name === NAME);
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
    /** The relay's setting to accept the webhooks. */
    FOYER_WEBHOOK_SECRETS: `${ALIAS}:${signing_secret}`,
    /** Enables the endpoint for the relay. Called when the relay has started and its address is known. */
    enable: (relayUrl: string): Promise<void> =>
      call('PATCH', `/${id}`, { url: `${relayUrl}/admin/v1/webhooks/${ALIAS}`, enabled: true }),
  };
}
