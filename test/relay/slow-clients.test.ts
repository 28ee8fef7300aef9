import { describe, expect, it } from 'vitest';
import { sendSlowClients } from '../support/slow-clients.ts';
import { SHOP, useBench } from './support/bench.ts';

const HEAD = `POST /chat/sessions HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nContent-Type: application/json\r\n`;

describe('slow clients (S-56)', () => {
  const open = useBench();

  it('are sent away within 25 seconds, while everybody else is served', { timeout: 60_000 }, async () => {
    const { url, call, upstream } = await open();
    const probe = async () => (await call('/healthz')).status;
    const { probed, longestMs } = await sendSlowClients(url, HEAD, probe);
    expect(probed.filter((it) => it !== 200)).toEqual([]);
    expect(longestMs).toBeLessThan(25_000);
    expect(upstream.received).toEqual([]);
  });
});
