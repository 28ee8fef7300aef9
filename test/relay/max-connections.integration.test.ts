import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN_ENV, bearer } from './support/admin.ts';
import { useBench } from './support/bench.ts';
import { useProxy } from './support/proxy.ts';

const held: Socket[] = [];
afterEach(() => {
  for (const socket of held.splice(0)) socket.destroy();
});

/** Sends a request and keeps the connection. Resolves when the relay has answered it, or has dropped the connection. */
function hold(url: string): Promise<'answered' | 'dropped'> {
  const request = 'GET /healthz HTTP/1.1\r\nHost: relay.example\r\n\r\n';
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
    held.push(socket);
    socket.on('data', () => resolve('answered'));
    socket.on('error', () => {});
    socket.on('close', () => resolve('dropped'));
  });
}

describe('connections above FOYER_MAX_CONNECTIONS', () => {
  const open = useBench();
  const openProxy = useProxy();

  it('connections above FOYER_MAX_CONNECTIONS are dropped and counted, with one line a minute in the log; those below are served', async () => {
    const env = { ...ADMIN_ENV, FOYER_MAX_CONNECTIONS: '2', FOYER_ADMIN_LISTEN: '0' };
    const { url, relay, clock, records } = await open({ env });
    const outcomes = [];
    for (let nth = 0; nth < 4; nth++) outcomes.push(await hold(url));
    clock.advance(60_000);
    outcomes.push(await hold(url));
    expect(outcomes).toEqual(['answered', 'answered', 'dropped', 'dropped', 'dropped']);
    const warnings = records().filter(({ level }) => level === 'warn');
    expect(warnings).toEqual([
      expect.objectContaining({ dropped: 1, msg: expect.stringContaining('FOYER_MAX_CONNECTIONS (2)') }),
      expect.objectContaining({ dropped: 2 }),
    ]);
    const metrics = await fetch(`${relay.adminUrl}/metrics`, { headers: bearer('read') });
    expect(await metrics.text()).toContain('foyer_refusals_total{kind="connection_limit"} 3\n');
  });

  it('connections above FOYER_MAX_CONNECTIONS are those above it together with the sockets that the relay carries', async () => {
    const { create, connect: join, url } = await openProxy({ env: { FOYER_MAX_CONNECTIONS: '5' } });
    await join(await create());
    await join(await create());
    // At most three more; one of them may be the connection on which the sessions were created.
    let answered = 0;
    while ((await hold(url)) === 'answered') answered += 1;
    expect([2, 3]).toContain(answered);
  });

  it('of the admin side do not depend on those of visitors', async () => {
    const { url, relay } = await open({ env: { FOYER_MAX_CONNECTIONS: '1', FOYER_ADMIN_LISTEN: '0' } });
    expect([await hold(url), await hold(url), await hold(relay.adminUrl ?? '')]).toEqual([
      'answered',
      'dropped',
      'answered',
    ]);
  });
});
