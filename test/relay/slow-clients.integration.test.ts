import { describe, expect, it } from 'vitest';
import { sendSlowClients } from '../support/slow-clients.ts';
import { SHOP, useBench } from './support/bench.ts';

const HEAD = `POST /chat/sessions HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nContent-Type: application/json\r\n`;

describe('slow clients (S-56)', () => {
  const open = useBench();

  it('are disconnected within 25 seconds, while others are served', async () => {
    const { url, call, upstream } = await open();
    const probe = async () => (await call('/healthz')).status;
    const { probed, seconds } = await sendSlowClients(url, HEAD, probe);
    expect(probed.filter((it) => it !== 200)).toEqual([]);
    expect(seconds).toBeLessThan(25);
    expect(upstream.received).toEqual([]);
  });
});
