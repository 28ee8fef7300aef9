import { describe, expect, it } from 'vitest';
import { useBench } from './support/bench.ts';

const PATH = '/.well-known/security.txt';
const CONTACTS = 'mailto:security@shop.example.com,https://shop.example.com/security';

describe('security.txt', () => {
  const open = useBench();

  it('S-114: names the contacts of the operator, and expires in a month (RFC 9116 §2.5)', async () => {
    const { call, clock } = await open({ env: { FOYER_SECURITY_CONTACT: CONTACTS } });
    const { status, headers, text } = await call(PATH, { origin: null });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'public, max-age=86400',
    ]);
    const lines = text.split('\n');
    expect(lines.slice(0, 2)).toEqual(CONTACTS.split(',').map((part) => `Contact: ${part}`));
    const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00Z)$/.exec(lines[2] ?? '') ?? [];
    const days = (Date.parse(expires) - clock.now()) / 86_400_000;
    expect([days > 29, days <= 30, lines.slice(3)]).toEqual([true, true, ['']]);
  });

  it('security.txt never expires while the relay runs', async () => {
    const { call, clock } = await open({ env: { FOYER_SECURITY_CONTACT: CONTACTS } });
    clock.advance(365 * 86_400_000);
    const [, expires = ''] = /^Expires: (.*)$/m.exec((await call(PATH)).text) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(clock.now());
  });

  it('there is no security.txt without a contact', async () => {
    const { call } = await open();
    expect((await call(PATH)).status).toBe(404);
  });
});
