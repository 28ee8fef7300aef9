import { describe, expect, it } from 'vitest';
import { noteSecrets } from '../../support/secrets.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { configFor, useBench } from '../support/bench.ts';
import { answerJson, KEYS, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

const PARTS = {
  FOYER_ALERTS_API_KEY: 'CNRY-alerts-3434343434343434',
  FOYER_PLATFORM_LEGACY_API_KEY: 'CNRY-legacy-5656565656565656',
};
noteSecrets(...Object.values(PARTS));

/** The keys that the platform gets for alerts, webhook endpoints, and conversations of each version. */
async function keysSent(env: Record<string, string>) {
  const host = await openHost();
  const bench = await open({ env: { ...ADMIN_ENV, ...restEnv(host), ...env } });
  host.answer(answerJson(403, { message: `${PARTS.FOYER_ALERTS_API_KEY} may not do this` }));
  const paths = ['alert-rules', 'alert-rules/ar_1', 'alerts', 'webhook-endpoints'];
  const versions = ['v1', 'v2', 'v3'].map((version) => `conversations?version=${version}`);
  for (const path of [...paths, ...versions]) await bench.call(`/admin/v1/${path}`, as('read'));
  return host.asked.map((request) => request.headers['x-api-key']);
}

describe('a part of a host', () => {
  //
  it('uses the separate key of a part of a host where the platform issues one', async () => {
    const { FOYER_ALERTS_API_KEY: alerts, FOYER_PLATFORM_LEGACY_API_KEY: legacy } = PARTS;
    expect(await keysSent(PARTS)).toEqual([alerts, alerts, alerts, KEYS.base, legacy, legacy, KEYS.platform]);
  });

  it('uses the key of the host by default', async () => {
    expect(await keysSent({})).toEqual([...Array(4).fill(KEYS.base), ...Array(3).fill(KEYS.platform)]);
  });

  it.each([
    ['FOYER_ALERTS_API_KEY', 'FOYER_BASE_URL'],
    ['FOYER_PLATFORM_LEGACY_API_KEY', 'FOYER_PLATFORM_URL'],
  ])('a part needs the host: %s without %s prevents the start', (key, url) => {
    expect(() => configFor('http://127.0.0.1:1', { [key]: 'CNRY-alone-1' })).toThrow(
      `{"key":"${url}","type":"missing"`,
    );
  });
});
