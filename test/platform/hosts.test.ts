import { describe, expect, it } from 'vitest';
import { behavior } from '../../src/platform/behavior.ts';
import { createBaseClient, createOutboundClient, createPlatformClient } from '../../src/platform/client.ts';
import { handoffState } from '../../src/platform/handoff-state.ts';
import { type HostFamily, hostIssue } from '../../src/platform/host-address.ts';
import { outboundCalls } from '../../src/platform/outbound-calls.ts';

const VALID: readonly (readonly [HostFamily, string])[] = [
  ['base', 'https://api.us.example.com'],
  ['base', 'https://uk.example.com/'],
  ['base', 'https://api.eu.example.com/prefix'],
  ['base', 'https://API.STUDIO.example.com'],
  ['base', 'https://api.ap-south-1.example.com'],
  ['base', 'https://ca.example.com'],
  ['base', 'https://api.jp-east.example.com'],
  ['base', 'http://127.0.0.1:8800'],
  ['base', 'http://localhost:8800'],
  ['platform', 'https://api.us-1.platform.example.com'],
  ['platform', 'https://api.euw.example.com'],
  ['platform', 'https://uk-2.example.com'],
  ['platform', 'https://api.eu.example.com'],
  ['platform', 'https://api.ap-south-1.platform.example.com'],
  ['platform', 'http://[::1]:8800'],
  ['outbound', 'https://calls.example.com/project-7'],
  ['messaging', 'https://messaging.euw-1.example.com'],
  ['messaging', 'https://messaging.eu-1.example.com'],
  ['messaging', 'https://messaging.ap-south-1.example.com'],
  ['messaging', 'https://messaging.example.com'],
];

const INVALID: readonly (readonly [HostFamily, string])[] = [
  ['base', 'https://api.example.com'],
  ['base', 'https://api.euw.example.com'],
  ['base', 'https://us'],
  ['base', 'https://api.chat.us.example.com'],
  ['base', 'https://example.com/us'],
  ['base', 'https://us@example.com'],
  ['base', 'https://api.us.example.com?us'],
  ['base', 'https://api.us.example.com#'],
  ['base', 'http://api.us.example.com'],
  ['base', 'http://127.1.us.example.com'],
  ['base', 'http://127.0.0.1@api.us.example.com'],
  ['base', 'api.us.example.com'],
  ['base', ''],
  ['platform', 'https://api.platform.example.com'],
  ['platform', 'https://api.studio.example.com'],
  ['platform', 'https://api.euw-x.example.com'],
  ['platform', 'https://platform.co.uk'],
  ['base', 'https://api.us-1-2.example.com'],
  ['base', 'https://api.usa.example.com'],
  ['outbound', 'ftp://calls.example.com'],
  ['messaging', 'http://messaging.example.com'],
];

const ADDRESS = 'an https URL without credentials, query and fragment (http only on a loopback host)';

//
describe('hostIssue', () => {
  it.each(VALID)('accepts for %s: %s', (family, url) => {
    expect(hostIssue(family, 'FOYER_URL', url)).toBeUndefined();
  });

  it.each(INVALID)('refuses for %s: %s, without repeating it', (family, url) => {
    const issue = hostIssue(family, 'FOYER_URL', url);
    expect(issue).toMatchObject({ key: 'FOYER_URL', type: 'malformed' });
    if (url) expect(JSON.stringify(issue)).not.toContain(url);
  });

  it('says what is expected for each family', () => {
    const expected = (family: HostFamily) => hostIssue(family, 'FOYER_URL', undefined);
    expect(['base', 'platform', 'outbound', 'messaging'].map((name) => expected(name as HostFamily))).toEqual(
      [
        {
          key: 'FOYER_URL',
          type: 'missing',
          expected: `${ADDRESS} whose host begins with its region: us, uk, eu, studio, or one such as ap-south-1`,
        },
        {
          key: 'FOYER_URL',
          type: 'missing',
          expected: `${ADDRESS} whose host begins with its region: us, uk, euw, or one such as ap-south-1`,
        },
        { key: 'FOYER_URL', type: 'missing', expected: ADDRESS },
        { key: 'FOYER_URL', type: 'missing', expected: ADDRESS },
      ],
    );
  });

  it('checks the host when a client is created, before any call', () => {
    const make = [createBaseClient, createPlatformClient] as const;
    for (const create of make) {
      expect(() => create({ url: 'https://secret.example.com', key: 'k' })).toThrow(
        /^unable to use the (base|platform) host; expected an https URL [^/]*$/,
      );
    }
    expect(() => createOutboundClient({ url: 'nowhere', key: 'k' })).toThrow(TypeError);
  });
});

describe('the clients of the host families', () => {
  const sent: string[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const keys = Object.entries(init.headers ?? {}).filter(([, value]) => value.startsWith('key-of-'));
    sent.push(`${new URL(String(url)).hostname} ${keys.join()}`);
    return new Response('', { status: 404 });
  };
  const ports = { fetch };
  const base = createBaseClient(
    { url: 'https://us.example.com', key: 'key-of-base', agentId: 'a', branchId: 'b' },
    ports,
  );
  const platform = createPlatformClient(
    { url: 'https://euw.example.com', key: 'key-of-platform', accountId: 'a', projectId: 'b' },
    ports,
  );
  const outbound = createOutboundClient({ url: 'https://calls.example.com', key: 'key-of-outbound' }, ports);

  it.each(['', 'with space', 'line\r\nX-Evil: 1', 'schlüssel'])(
    'clients refuse the key %j without repeating it',
    (key) => {
      expect(() => createOutboundClient({ url: 'https://calls.example.com', key })).toThrow(
        /^unable to use the outbound host; expected a key of printable ASCII$/,
      );
    },
  );

  //
  it('clients send the key of their family, in its header, to its host', async () => {
    await base.call(behavior.get, {});
    await platform.call(handoffState.get, { query: { id: 'c' } });
    await outbound.call(outboundCalls.status, { params: { call_sid: 'OUT-1' } });
    expect(sent).toEqual([
      'us.example.com X-API-KEY,key-of-base',
      'euw.example.com x-api-key,key-of-platform',
      'calls.example.com X-Service-Auth-Token,key-of-outbound',
    ]);
  });

  // M-1.5
  it('clients use the key header of the dialect for outbound calls', async () => {
    const config = { url: 'https://calls.example.com', key: 'key-of-outbound', dialect: 'poly' } as const;
    await createOutboundClient(config, ports).call(outboundCalls.status, { params: { call_sid: 'OUT-1' } });
    expect(sent.at(-1)).toBe('calls.example.com X-PolyAi-Auth-Token,key-of-outbound');
  });

  //
  it('clients expose neither key nor address', () => {
    for (const it of [base, platform, outbound]) {
      expect(Object.keys(it)).toEqual(['call', 'stream']);
      expect(JSON.stringify(it)).toBe('{}');
    }
  });

  it('clients accept only endpoints of their family at compile time', () => {
    const misuse = [
      // @ts-expect-error: an endpoint of the outbound family
      () => base.call(outboundCalls.status, { params: { call_sid: 'OUT-1' } }),
      // @ts-expect-error: an endpoint of the base family
      () => platform.stream(behavior.get, {}),
    ];
    expect(misuse).toHaveLength(2);
  });
});
