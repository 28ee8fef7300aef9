import { describe, expect, it } from 'vitest';
import { describeIssue, parseConfig } from '../../src/relay/index.ts';

const STORE_KEY = '9f2c61d07be84a3590cd1e7f8a6b52d4380e9c7b1fa26d5430c8be19f7a4d263';
const SITE = {
  FOYER_CONNECTOR_TOKEN: 'CNRY-connector-4f1d7c0a9b3e5d86',
  FOYER_HOST_IDENTIFIER: 'shop.example.com',
  FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
};
const RELAY = { FOYER_MESSAGING_URL: 'https://messaging.us-1.platform.example', FOYER_PROFILE: 'strict' };
const STRICT = {
  FOYER_SOCKET: 'proxy',
  FOYER_RESUME_BINDING: 'required',
  FOYER_ADMIN_LISTEN: '9090',
  FOYER_STORE_URL: 'rediss://redis.example',
  FOYER_STORE_KEY_FILE: 'store-key',
};

function linesOf(env: Record<string, string>, files: Record<string, string> = {}): readonly string[] {
  const all: Record<string, string> = { 'store-key': `${STORE_KEY}\n`, ...files };
  const config = parseConfig(env, { read: (path) => all[path] });
  return config.ok ? [] : config.error.map(describeIssue);
}

describe('S-123: the profile strict', () => {
  it('the profile strict names every missing line', () => {
    expect(linesOf({ ...RELAY, ...SITE })).toEqual([
      'FOYER_SOCKET is missing; expected proxy, since FOYER_PROFILE is strict',
      'FOYER_ADMIN_LISTEN is missing; expected a port, or an address and a port such as 10.0.0.5:9090, since FOYER_PROFILE is strict',
      'FOYER_STORE_URL is missing; expected rediss:// and the address of a Redis, since FOYER_PROFILE is strict',
      'FOYER_STORE_KEY_FILE is missing; expected the path of a file with the output of openssl rand -hex 32, since FOYER_PROFILE is strict',
      'FOYER_RESUME_BINDING is missing; expected required, since FOYER_PROFILE is strict',
    ]);
  });

  it.each(['person', 'none'])(
    'requires that visitors are told of a machine, and refuses the agent kind %s',
    (kind) => {
      const branding = `{"header": {"text": "Shop"}, "default_locale": "en", "agent_kind": "${kind}"}`;
      expect(
        linesOf({ ...RELAY, ...SITE, ...STRICT, FOYER_WIDGET_CONFIG: 'brand' }, { brand: branding }),
      ).toEqual([
        'FOYER_WIDGET_CONFIG.agent_kind is malformed; expected "ai", or nothing, since FOYER_PROFILE is strict',
      ]);
    },
  );

  it('the profile strict starts with all its lines', () => {
    expect(linesOf({ ...RELAY, ...SITE, ...STRICT })).toEqual([]);
  });

  it.each([
    ['FOYER_SOCKET', 'direct', 'FOYER_SOCKET is malformed; expected proxy, since FOYER_PROFILE is strict'],
    [
      'FOYER_RESUME_BINDING',
      'auto',
      'FOYER_RESUME_BINDING is malformed; expected required, since FOYER_PROFILE is strict',
    ],
    [
      'FOYER_STORE_URL',
      'redis://127.0.0.1:6379',
      'FOYER_STORE_URL is malformed; expected rediss:// and the address of a Redis, since FOYER_PROFILE is strict',
    ],
    [
      'FOYER_STORE_URL',
      'memory:',
      'FOYER_STORE_URL is malformed; expected rediss:// and the address of a Redis, since FOYER_PROFILE is strict',
    ],
  ])('refuses %s=%s', (key, value, line) => {
    expect(linesOf({ ...RELAY, ...SITE, ...STRICT, [key]: value })).toEqual([line]);
  });

  it('the profile strict names a wrong line once', () => {
    expect(linesOf({ ...RELAY, ...SITE, ...STRICT, FOYER_ADMIN_LISTEN: 'nine' })).toEqual([
      'FOYER_ADMIN_LISTEN is malformed; expected a port, or an address and a port such as 10.0.0.5:9090 or [::1]:9090',
    ]);
  });

  it('takes the key of the store from a file only', () => {
    const { FOYER_STORE_KEY_FILE: _, ...others } = STRICT;
    expect(linesOf({ ...RELAY, ...SITE, ...others, FOYER_STORE_KEY: STORE_KEY })).toEqual([
      'FOYER_STORE_KEY_FILE is missing; expected the path of a file with the output of openssl rand -hex 32, since FOYER_PROFILE is strict',
    ]);
  });

  it('refuses a key of the store that is not random or not whole', () => {
    const expected =
      'FOYER_STORE_KEY is malformed; expected keys of 64 random hexadecimal digits, separated by commas; make one with openssl rand -hex 32';
    const linesWith = (key: string) => linesOf({ ...RELAY, ...SITE, ...STRICT }, { 'store-key': key });
    expect([linesWith('0'.repeat(64)), linesWith(`${STORE_KEY},${STORE_KEY.slice(1)}`)]).toEqual([
      [`${expected} (entry 1 is not)`],
      [`${expected} (entry 2 is not)`],
    ]);
  });

  it('applies to each site; a site may inherit the binding', () => {
    const sites = [
      { name: 'books', ...SITE },
      {
        name: 'toys',
        ...SITE,
        FOYER_ALLOWED_ORIGINS: 'https://toys.example.com',
        FOYER_RESUME_BINDING: 'off',
      },
    ];
    const env = { ...RELAY, ...STRICT };
    expect(linesOf(env, { 'foyer.config.json': JSON.stringify({ sites }) })).toEqual([
      'toys: FOYER_RESUME_BINDING is malformed; expected required, since FOYER_PROFILE is strict',
    ]);
  });
});
