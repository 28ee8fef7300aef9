import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adminKeyNamed } from '../../support/admin-key.ts';
import { noteSecrets } from '../../support/secrets.ts';
import { hashOf } from '../support/admin.ts';
import { useRestHost } from '../support/rest.ts';
import { BOOKS, TOYS, useTwoSites } from '../support/two-sites.ts';

const startTwoSites = useTwoSites();
const openRestHost = useRestHost();

const KEYS = {
  group: adminKeyNamed('group'),
  books: adminKeyNamed('books'),
  toys: adminKeyNamed('toys'),
};
noteSecrets(...Object.values(KEYS));
type KeyName = keyof typeof KEYS;
const ALL = 'read+write+call+pii';
const SECRET = 'CNRY-webhook-5a4b3c2d1e0f';

/** Both sites have an admin key of the same name, and a webhook of the same name. */
async function start(more: { books?: Record<string, string>; toys?: Record<string, string> } = {}) {
  const keyed = (name: 'books' | 'toys') => ({
    FOYER_ADMIN_KEYS: `desk:${ALL}:${hashOf(KEYS[name])}`,
    FOYER_WEBHOOK_SECRETS: `alerts:${SECRET}-${name}`,
    ...more[name],
  });
  const bench = await startTwoSites({
    env: { FOYER_ADMIN_KEYS: `group:${ALL}:${hashOf(KEYS.group)}`, FOYER_INSIGHTS: 'off' },
    books: keyed('books'),
    toys: keyed('toys'),
  });
  const ask = async (path: string, key: KeyName, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${KEYS[key]}`, ...init.headers };
    const answer = await fetch(bench.relay.url + path, { ...init, headers });
    const text = await answer.text();
    return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
  const admin = (path: string, key: KeyName) => ask(`/admin/v1${path}`, key);
  /** Sends a webhook that the secret of a site has signed. */
  const webhook = (query: string, of: string) => {
    const body = JSON.stringify({ id: `evt-${of}`, type: 'alerts.triggered', data: {} });
    const timestamp = String(Math.floor(bench.clock.now() / 1_000));
    const signature = createHmac('sha256', `${SECRET}-${of}`).update(`${timestamp}.${body}`).digest('hex');
    const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
    return ask(`/admin/v1/webhooks/alerts${query}`, 'group', { method: 'POST', body, headers });
  };
  return { ...bench, ask, admin, webhook };
}

const originsOf = ({ json }: { json: { allowed_origins?: string[] } | undefined }) => json?.allowed_origins;

describe('the admin side of two sites', () => {
  it('answers a site’s key about that site, and the relay’s key about the site that it names', async () => {
    const { admin } = await start();
    const answers = [
      await admin('/install', 'books'),
      await admin('/install', 'toys'),
      await admin('/install?site=toys', 'toys'),
      await admin('/install?site=books', 'group'),
      await admin('/install?site=toys', 'group'),
    ];
    expect(answers.map(originsOf)).toEqual([[BOOKS], [TOYS], [TOYS], [BOOKS], [TOYS]]);
  });

  it.each(['toys', 'nowhere'])('refuses a key of a site for another, known or unknown: %s', async (site) => {
    const { admin } = await start();
    const { status, json } = await admin(`/install?site=${site}`, 'books');
    expect([status, json.code, json.detail]).toEqual([
      403,
      'forbidden',
      `The key may be used for site books; this call is about site ${site}.`,
    ]);
  });

  it.each(['', '?site=music', '?site=books&site=toys'])(
    'refuses a key of the relay that names no site, with the names: %j',
    async (query) => {
      const { admin } = await start();
      const { status, json } = await admin(`/install${query}`, 'group');
      expect([status, json.errors]).toEqual([
        400,
        [{ field: 'site', message: 'must be one of books, toys' }],
      ]);
    },
  );

  it('S-88: calls the host of the site with the key of the site', async () => {
    const [books, toys] = [await openRestHost(), await openRestHost()];
    const settings = (name: string, { url }: { url: string }) => ({
      FOYER_BASE_URL: url,
      FOYER_BASE_API_KEY: `CNRY-base-${name}`,
      FOYER_ACCOUNT_ID: `ACCOUNT-${name}`,
      FOYER_PROJECT_ID: `PROJECT-${name}`,
    });
    const { admin } = await start({ books: settings('books', books), toys: settings('toys', toys) });
    await admin('/attributes?site=toys', 'group');
    await admin('/attributes', 'books');
    const keys = [books, toys].map(({ asked }) => asked.map(({ headers }) => headers['x-api-key']));
    expect(keys).toEqual([['CNRY-base-books'], ['CNRY-base-toys']]);
  });

  it('keeps the audit of each site: calls at their site, signing in to all at each', async () => {
    const { admin, relay } = await start();
    await admin('/install', 'books');
    await admin('/install?site=toys', 'group');
    const body = JSON.stringify({ key: KEYS.group });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${relay.url}/console/session`, { method: 'POST', body, headers });
    const recordsOf = async (key: KeyName) => {
      const [changes, reads] = await Promise.all(
        ['false', 'true'].map(async (reads) => (await admin(`/audit?reads=${reads}`, key)).json.records),
      );
      return [...changes, ...reads]
        .map(({ operation, who }) => `${operation} ${who}`)
        .filter((it) => !it.startsWith('getAudit'));
    };
    expect([await recordsOf('books'), await recordsOf('toys')]).toEqual([
      ['signIn group', 'getInstall desk'],
      ['signIn group', 'getInstall group'],
    ]);
  });

  it('lists the keys that can act on a site, and no others', async () => {
    const { admin } = await start();
    const namesOf = async (path: string, key: KeyName) =>
      (await admin(path, key)).json.keys.map(({ name }: { name: string }) => name);
    expect([await namesOf('/keys', 'books'), await namesOf('/keys?site=toys', 'group')]).toEqual([
      ['group', 'desk'],
      ['group', 'desk'],
    ]);
  });

  it('counts the calls of two keys of the same name apart', async () => {
    const { admin } = await start();
    for (let call = 0; call < 600; call++) await admin('/install', 'books');
    const statuses = [(await admin('/install', 'books')).status, (await admin('/install', 'toys')).status];
    expect(statuses).toEqual([429, 200]);
  });

  it('the session lists the sites to choose from', async () => {
    const { ask } = await start();
    const sitesOf = async (key: KeyName) => (await ask('/console/session', key)).json.sites;
    expect([await sitesOf('group'), await sitesOf('toys')]).toEqual([['books', 'toys'], ['toys']]);
  });

  it('documents the parameter only where there are sites to choose from', async () => {
    const { ask } = await start();
    const { json } = await ask('/admin/openapi.json', 'group');
    const { parameters } = json.paths['/admin/v1/branches'].get;
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'site', in: 'query', required: false }),
    );
  });
});

describe('webhooks of two sites', () => {
  it('accepts a webhook at the site of its address, if the site’s secret has signed it', async () => {
    const { webhook, admin } = await start();
    const statuses = [
      await webhook('?site=books', 'books'),
      await webhook('?site=toys', 'books'),
      await webhook('', 'books'),
      await webhook('?site=toys', 'toys'),
    ].map(({ status }) => status);
    const idsOf = async (key: KeyName) =>
      (await admin('/webhook-events', key)).json.events.map(({ id }: { id: string }) => id);
    expect([statuses, await idsOf('books'), await idsOf('toys')]).toEqual([
      [200, 401, 401, 200],
      ['evt-books'],
      ['evt-toys'],
    ]);
  });
});

describe('the metrics of two sites', () => {
  it('metrics have the site as a label, and are for keys of the relay', async () => {
    const { ask, create, call } = await start();
    await create(BOOKS);
    await create(TOYS);
    await create(TOYS);
    await call('https://music.example', '/chat/sessions', 'POST');
    const { text } = await ask('/metrics', 'group');
    const lines = text.split('\n').filter((it) => /^foyer_sessions_total|^foyer_requests_total/.test(it));
    expect([lines, (await ask('/metrics', 'books')).status]).toEqual([
      [
        'foyer_requests_total{method="POST",route="/chat/sessions",status="201",site="books"} 1',
        'foyer_requests_total{method="POST",route="/chat/sessions",status="201",site="toys"} 2',
        'foyer_requests_total{method="POST",route="/chat/sessions",status="403"} 1',
        'foyer_sessions_total{event="created",site="books"} 1',
        'foyer_sessions_total{event="created",site="toys"} 2',
      ],
      403,
    ]);
  });

  it('S-66: the log names the site', async () => {
    const { create, records } = await start();
    await create(TOYS);
    expect(records().filter(({ msg }) => msg === 'request')).toMatchObject([
      { route: '/chat/sessions', site: 'toys' },
    ]);
  });
});
