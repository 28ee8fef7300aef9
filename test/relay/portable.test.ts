import { describe, expect, it } from 'vitest';
import { createRelay } from '../../src/relay/portable/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ADMIN_ENV, bearer } from './support/admin.ts';
import { configFor, SHOP, until } from './support/bench.ts';

const URL = 'https://messaging.example.com';

describe('a relay outside of Node', () => {
  it.each([
    ['FOYER_SOCKET=proxy', { FOYER_SOCKET: 'proxy' }],
    ['FOYER_STORE_URL', { FOYER_STORE_URL: 'redis://127.0.0.1' }],
    ['FOYER_AUDIT_FILE', { FOYER_AUDIT_FILE: '/tmp/audit' }],
    ['FOYER_MCP_CHANGES', { FOYER_MCP_CHANGES: 'on' }],
  ])('refuses %s outside of Node', (name, env: Record<string, string>) => {
    expect(() => createRelay(configFor(URL, env))).toThrow(`only a relay on Node has ${name}; leave it out`);
  });

  it('answers and logs as JSON without secrets, and says that it has no metrics', async () => {
    const lines: string[] = [];
    const config = configFor(URL, { FOYER_LOG_LEVEL: 'info' });
    const relay = createRelay(config, {
      log: { write: (line) => void lines.push(line) },
      fetch: async () => {
        throw new Error(`with ${config.sites[0].connectorToken}`);
      },
    });
    const answer = await relay.fetch(
      new Request('https://relay.example/chat/sessions', {
        method: 'POST',
        headers: { Origin: 'https://shop.example.com' },
      }),
      { address: '192.0.2.1' },
    );
    const metrics = await relay.fetch(new Request('https://relay.example/metrics'));
    await relay.close();
    expect([answer.status, metrics.status, lines.flatMap((line) => JSON.parse(line).route ?? [])]).toEqual([
      503,
      401,
      ['/chat/sessions', '/metrics'],
    ]);
    expect(lines.join('')).not.toContain(config.sites[0].connectorToken);
  });

  it('M-14.18: takes the report of a page', async () => {
    const relay = createRelay(configFor(URL, { FOYER_LOG_LEVEL: 'silent' }));
    const post = (body: string) =>
      relay.fetch(
        new Request('https://relay.example/chat/health', { method: 'POST', headers: { Origin: SHOP }, body }),
      );
    const answers = [await post('{"version":"v","opened":"usable"}'), await post('{}')];
    await relay.close();
    expect(
      answers.map(({ status, headers }) => [status, headers.get('access-control-allow-origin')]),
    ).toEqual([
      [204, SHOP],
      [400, SHOP],
    ]);
  });

  it.each([
    ['of a visitor', '/chat/sessions', { Origin: SHOP }],
    ['of an operator', '/admin/v1/behavior/lint', bearer('read')],
  ])('S-132: gives up a body %s that does not end within 20 s', async (_, path, headers: HeadersInit) => {
    const clock = createFakeClock();
    const relay = createRelay(configFor(URL, { ...ADMIN_ENV, FOYER_LOG_LEVEL: 'silent' }), { clock });
    let parts = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        parts += 1;
        if (parts === 1) controller.enqueue(new TextEncoder().encode('{"a"'));
      },
    });
    const init = {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
      duplex: 'half',
    };
    const answered = relay.fetch(new Request(`https://relay.example${path}`, init));
    await until(() => parts > 1 && clock.waiting() > 0);
    clock.advance(20_000);
    const answer = await answered;
    await relay.close();
    expect([answer.status, await answer.json()]).toEqual([
      408,
      expect.objectContaining({ code: 'request_timeout' }),
    ]);
  });
});
