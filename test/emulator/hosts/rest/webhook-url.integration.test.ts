import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../../../src/emulator/index.ts';
import { fieldError, onBase } from './rest-calls.ts';

const SCHEME = 'must be a URL that begins with https://';
const HOST = 'must lead to a public host';
const PORT = 'must be on port 443 or 8443';
const CREDENTIALS = 'must not hold credentials';

/** S-62: refused URLs, by the reason. */
const REFUSED: Record<string, readonly string[]> = {
  [SCHEME]: [
    '',
    'example.com',
    '//example.com',
    'http://example.com/hook',
    'HTTPS://example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https:\\\\example.com',
    'https://exam\tple.com',
    'https://example.com/a b',
    ' https://example.com',
    'https://example.com\n',
    'https://example.com\\@127.0.0.1',
    'https://',
    'https://999.1.1.1',
    'https://[::1',
    'http://127.0.0.1/hook',
  ],
  [HOST]: [
    'https://localhost',
    'https://LOCALHOST.',
    'https://hook.localhost',
    'https://printer',
    'https://router.local',
    'https://metadata.google.internal',
    'https://vault.corp',
    'https://127.0.0.1.nip.io',
    'https://127.0.0.1.traefik.me',
    'https://relay.shop.svc',
    'https://relay.service.consul',
    'https://127-0-0-1.sslip.io',
    'https://localtest.me',
    'https://7f000001.c0a80001.rbndr.us',
    'https://1.0.0.127.in-addr.arpa',
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://127.0.0.1.',
    'https://%31%32%37.0.0.1',
    'https://①②⑦.0.0.1',
    'https://127。0。0。1',
    'https://0.0.0.0',
    'https://0',
    'https://10.0.0.1',
    'https://100.64.0.1',
    'https://169.254.169.254/latest/meta-data',
    'https://172.16.0.1',
    'https://172.31.255.255',
    'https://192.168.0.1',
    'https://198.18.0.1',
    'https://224.0.0.1',
    'https://255.255.255.255',
    'https://[::]',
    'https://[::1]',
    'https://[0:0:0:0:0:0:0:1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[::127.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://[2001:0:7f00:1::]',
    'https://[fe80::1]',
    'https://[fc00::1]',
    'https://[fd00:ec2::254]',
    'https://[ff02::1]',
    'https://[2001:db8::1]',
  ],
  [PORT]: ['https://example.com:80', 'https://example.com:22', 'https://example.com:6379'],
  [CREDENTIALS]: [
    'https://user@example.com',
    'https://example.com:443@127.0.0.1',
    'https://:pass@example.com',
  ],
  'must be at most 2048 characters long': [`https://example.com/${'x'.repeat(2029)}`],
};

const ALLOWED = [
  'https://example.com',
  'https://example.com:443/hook',
  'https://hooks.example.com:8443/a?b=c#d',
  'https://8.8.8.8/hook',
  'https://172.32.0.1',
  'https://[2606:4700::1111]/hook',
  'https://bücher.example/hook',
  'https://local.example.com',
  `https://example.com/${'x'.repeat(2028)}`,
];

const endpoint = (url: string) => ({ name: 'x', url, event_types: ['alerts.triggered'] });

async function statusesOf(urls: readonly string[], allowLoopbackWebhooks: boolean) {
  const emulator = await startEmulator({ allowLoopbackWebhooks });
  const base = onBase(emulator);
  const statuses = [];
  for (const url of urls) {
    const { status, body } = await base('POST', '/v1/webhook-endpoints', endpoint(url));
    statuses.push(status);
    if (status === 201) await base('DELETE', `/v1/webhook-endpoints/${(body as { id: string }).id}`);
  }
  await emulator.close();
  return statuses;
}

describe('the URL of a webhook endpoint (S-62, R-8.5)', () => {
  it('refuses every spelling of a non-public address with 422, in creation and change', async () => {
    const emulator = await startEmulator();
    const base = onBase(emulator);
    const { body } = await base('POST', '/v1/webhook-endpoints', endpoint('https://example.com'));
    const path = `/v1/webhook-endpoints/${(body as { id: string }).id}`;
    const cases = Object.entries(REFUSED).flatMap(([issue, urls]) => urls.map((url) => ({ url, issue })));
    expect(cases.length).toBeGreaterThanOrEqual(60);
    for (const { url, issue } of cases) {
      const answer = { url, ...fieldError('url', issue, 422) };
      expect({ url, ...(await base('POST', '/v1/webhook-endpoints', endpoint(url))) }).toEqual(answer);
      expect({ url, ...(await base('PATCH', path, { url })) }).toEqual(answer);
    }
    expect((await base('GET', path)).body).toMatchObject({ url: 'https://example.com' });
    await emulator.close();
  });

  it('accepts any public https URL', async () => {
    expect(await statusesOf(ALLOWED, false)).toEqual(ALLOWED.map(() => 201));
  });

  it('accepts loopback with the loopback option, and no other private address', async () => {
    const loopback = [
      'http://127.0.0.1:9999/hook',
      'http://localhost:80/hook',
      'http://[::1]:8080/hook',
      'https://127.0.0.1:8443',
      'http://127.1/hook',
    ];
    const others = [
      'http://10.0.0.1',
      'https://192.168.0.1',
      'http://example.com',
      'http://localhost.example.com',
    ];
    expect(await statusesOf([...loopback, ...others, 'https://example.com'], true)).toEqual([
      ...loopback.map(() => 201),
      ...others.map(() => 422),
      201,
    ]);
  });
});
