import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { problem, problemOf, until, useBench } from '../support/bench.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

const ENDPOINT = { name: 'Desk', url: 'https://desk.example.com/hook', event_types: ['alerts.triggered'] };
const REFUSED = problem(422, 'unprocessable', [{ field: 'url', message: 'must lead to a public host' }]);

async function openBoth(lookup: (name: string) => Promise<readonly string[]> = async () => ['8.8.8.8']) {
  const host = await openHost();
  host.answer(answerJson(500, {}));
  const bench = await open({ env: { ...ADMIN_ENV, ...restEnv(host) }, ports: { lookup } });
  const create = (url: string) =>
    bench.call('/admin/v1/webhook-endpoints', as('write', { method: 'POST', body: { ...ENDPOINT, url } }));
  const update = (body: object) =>
    bench.call('/admin/v1/webhook-endpoints/whe_1', as('write', { method: 'PATCH', body }));
  return { ...bench, host, create, update };
}

describe('a webhook endpoint', () => {
  it.each([
    'https://localhost/',
    'https://relay.local/',
    'https://relay.shop.svc/',
    'https://relay.service.consul/',
    'https://10-0-0-1.traefik.me/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
  ])(
    'S-62: refuses an endpoint at %s before the platform is called, when created or changed',
    async (url) => {
      const { host, create, update } = await openBoth();
      expect([problemOf(await create(url)), problemOf(await update({ url }))]).toEqual([REFUSED, REFUSED]);
      expect(host.asked).toEqual([]);
    },
  );

  it.each([
    'https://ops:CNRY-pass@desk.example.com/hook',
    'https://ops@desk.example.com',
    'https:\\\\ops@desk.example.com',
    'https://@desk.example.com/',
  ])('refuses an endpoint with a name or password in its address: %s', async (url) => {
    const { host, create, update } = await openBoth();
    const answers = [await create(url), await update({ url })];
    expect([answers.map(({ status }) => status), host.asked]).toEqual([[400, 400], []]);
    expect(answers.map(({ text }) => text).join()).not.toContain('CNRY');
  });

  it.each([[['10.0.0.5']], [['8.8.8.8', '::1']], [['169.254.169.254']], [['fe80::1%eth0']]])(
    'S-62: refuses an endpoint whose name leads to %j',
    async (addresses) => {
      const { host, create } = await openBoth(async () => addresses);
      expect([problemOf(await create(ENDPOINT.url)), host.asked]).toEqual([REFUSED, []]);
    },
  );

  it('S-62: creates an endpoint at a public host, even when its name cannot be resolved in time', async () => {
    const asked: string[] = [];
    const lookups = [
      async () => ['8.8.8.8', '2606:4700::1111'],
      () => Promise.reject(new Error('ENOTFOUND')),
      () => new Promise<never>(() => {}),
    ];
    const { host, create, clock } = await openBoth((name) => {
      asked.push(name);
      return (lookups[asked.length - 1] ?? lookups[0])?.() ?? Promise.reject();
    });
    host.answer(answerJson(500, {}));
    await create(ENDPOINT.url);
    await create(ENDPOINT.url);
    const waiting = create(ENDPOINT.url);
    await until(() => asked.length === 3);
    clock.advance(2_000);
    await waiting;
    expect([asked, host.asked.length]).toEqual([Array(3).fill('desk.example.com'), 3]);
  });

  it('changes an endpoint without a look-up when its address stays', async () => {
    const { host, update } = await openBoth(() => Promise.reject(new Error('not expected')));
    await update({ enabled: false });
    expect(host.asked.map((request) => request.body)).toEqual(['{"enabled":false}']);
  });
});
