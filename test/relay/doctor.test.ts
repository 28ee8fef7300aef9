import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { settingsFor } from '../../src/cli/emulator.ts';
import { type EmulatorOptions, startEmulator } from '../../src/emulator/index.ts';
import { examine, parseConfig, type RelayConfig } from '../../src/relay/index.ts';
import { hasRedis, startRedis } from './support/redis.ts';
import { answerJson, restEnv, useRestHost } from './support/rest.ts';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});
const openHost = useRestHost();

/** A platform, and the configuration of a relay that knows it; `env` is what the operator got wrong. */
async function configured(
  env: Record<string, string> = {},
  options: EmulatorOptions = {},
): Promise<RelayConfig> {
  const emulator = await startEmulator(options);
  closings.push(emulator.close);
  const config = parseConfig(
    {
      ...(env['FOYER_BASE_API_KEY'] && settingsFor(emulator)),
      FOYER_MESSAGING_URL: emulator.messagingUrl,
      FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
      FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
      FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
      ...env,
    },
    { read: () => undefined },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  return config.value;
}

/** An address on which nobody listens. */
async function deadUrl(scheme = 'http'): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `${scheme}://127.0.0.1:${port}`;
}

const of = async (about: string, config: RelayConfig, origin?: string) =>
  (await examine(config, { origin })).filter((it) => it.about === about);

describe('the doctor', () => {
  it('finds nothing wrong where nothing is, and says what it did not look at', async () => {
    expect(await examine(await configured(), { origin: 'https://shop.example.com' })).toEqual([
      {
        about: 'visitor tokens',
        is: 'right',
        says: 'the platform gives them to this connector under this host',
      },
      { about: 'sockets', is: 'right', says: 'the platform answers handshakes' },
      { about: 'allowed origins', is: 'right', says: 'pages of https://shop.example.com may use the relay' },
      {
        about: 'store',
        is: 'right',
        says: 'in memory: right for one relay; conversations cannot be resumed after its restart',
      },
      {
        about: 'base host',
        is: 'unchecked',
        says: 'FOYER_BASE_URL is not set: no behaviour, alerts and recordings here',
      },
      {
        about: 'platform host',
        is: 'unchecked',
        says: 'FOYER_PLATFORM_URL is not set: no conversations and concurrency here',
      },
      { about: 'outbound calls', is: 'unchecked', says: 'FOYER_OUTBOUND_URL is not set: no calls here' },
      { about: 'admin side', is: 'unchecked', says: 'FOYER_ADMIN_KEYS is not set: it answers nobody' },
    ]);
  });

  it('leaves no session behind', async () => {
    const emulator = await startEmulator();
    closings.push(emulator.close);
    const config = await configured({
      FOYER_MESSAGING_URL: emulator.messagingUrl,
      FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
    });
    await examine(config);
    expect([emulator.sessions(), emulator.connections()]).toEqual([[], 0]);
  });

  it.each([
    [
      'a wrong X-Host',
      { FOYER_HOST_IDENTIFIER: 'shop.example.org' },
      'the platform does not accept FOYER_HOST_IDENTIFIER for this connector; it must be the registered host or below it',
    ],
    [
      'a wrong connector token',
      { FOYER_CONNECTOR_TOKEN: 'CNRY-of-another-region' },
      'the platform does not know FOYER_CONNECTOR_TOKEN; it is wrong, or of another region than FOYER_MESSAGING_URL',
    ],
  ])('finds %s', async (_, env, says) => {
    expect(await of('visitor tokens', await configured(env))).toEqual([
      { about: 'visitor tokens', is: 'wrong', says },
    ]);
  });

  it('finds a host that cannot be reached', async () => {
    expect(await of('visitor tokens', await configured({ FOYER_MESSAGING_URL: await deadUrl() }))).toEqual([
      {
        about: 'visitor tokens',
        is: 'wrong',
        says: 'unable to reach the host of FOYER_MESSAGING_URL; look at its name, the firewall and the certificate',
      },
    ]);
  });

  it('finds a host that is another one', async () => {
    const host = await openHost();
    expect(await of('visitor tokens', await configured({ FOYER_MESSAGING_URL: host.url }))).toEqual([
      {
        about: 'visitor tokens',
        is: 'wrong',
        says: 'what answers at FOYER_MESSAGING_URL answers 200 and gives no token; is it the messaging host?',
      },
    ]);
  });

  it.each([
    [
      'https://shop.example.org',
      'wrong',
      'https://shop.example.org is not in FOYER_ALLOWED_ORIGINS; it has to be there letter for letter',
    ],
    [
      'https://shop.example.com/',
      'wrong',
      '--origin expects scheme, host and port of a page, such as https://shop.example.com',
    ],
    [undefined, 'unchecked', 'name a page of yours: --origin https://shop.example.com'],
  ])('says of the origin %s: %s', async (origin, is, says) => {
    expect(await of('allowed origins', await configured(), origin)).toEqual([
      { about: 'allowed origins', is, says },
    ]);
  });

  it('finds a store that cannot be written', async () => {
    const config = await configured({ FOYER_STORE_URL: await deadUrl('redis') });
    expect(await of('store', config)).toEqual([
      {
        about: 'store',
        is: 'wrong',
        says: 'unable to write to the store of FOYER_STORE_URL; ECONNREFUSED',
      },
    ]);
  });

  if (hasRedis) {
    it('finds a store that can be read and not written', async () => {
      const redis = await startRedis('--min-replicas-to-write', '1');
      closings.push(redis.stop);
      expect(await of('store', await configured({ FOYER_STORE_URL: redis.url }))).toEqual([
        {
          about: 'store',
          is: 'wrong',
          says: 'unable to write to the store of FOYER_STORE_URL; NOREPLICAS',
        },
      ]);
    });
  }

  it('finds keys that are refused, and says what may be the reason', async () => {
    const host = await openHost();
    host.answer(answerJson(401, { message: 'Unauthorized' }));
    const findings = await examine(await configured(restEnv(host)));
    expect(findings.slice(4, 7)).toEqual([
      {
        about: 'base host',
        is: 'wrong',
        says: 'the platform refuses FOYER_BASE_API_KEY. The key is missing, wrong, or of another region; a key of the global studio works on the studio host only.',
      },
      {
        about: 'platform host',
        is: 'wrong',
        says: 'the platform refuses FOYER_PLATFORM_API_KEY. The key is missing, wrong, or of another region or project; v3 has keys of its own.',
      },
      {
        about: 'outbound calls',
        is: 'wrong',
        says: 'the platform refuses FOYER_OUTBOUND_TOKEN. The token is missing, wrong, or of another project, or outbound calling is not enabled for the project.',
      },
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/CNRY|127\.0\.0\.1/);
  });

  it('finds a key of another region', async () => {
    const key = 'a-key-of-the-uk-studio-0123456789';
    const config = await configured(
      { FOYER_BASE_API_KEY: key },
      { keys: [{ key, family: 'base', region: 'uk' }] },
    );
    expect(await of('base host', config)).toEqual([
      {
        about: 'base host',
        is: 'wrong',
        says: 'the platform refuses FOYER_BASE_API_KEY. The key is missing, wrong, or of another region; a key of the global studio works on the studio host only.',
      },
    ]);
    expect(await of('outbound calls', config)).toEqual([
      { about: 'outbound calls', is: 'right', says: 'the host takes the token' },
    ]);
  });

  it('tells what the platform does not know from what it refuses', async () => {
    const host = await openHost();
    host.answer((response, asked) =>
      asked.path === '/v1/alerts'
        ? answerJson(200, { data: [] })(response, asked)
        : answerJson(404, { message: 'not found', code: 'NO_SUCH_THING' })(response, asked),
    );
    const findings = await examine(await configured(restEnv(host)));
    expect(findings.slice(4, 7).map(({ is, says }) => [is, says])).toEqual([
      ['wrong', 'it takes the key, but does not know FOYER_PROJECT_ID with FOYER_BRANCH_ID'],
      ['wrong', 'it takes the key, but does not know FOYER_ACCOUNT_ID with FOYER_PROJECT_ID'],
      ['right', 'the host takes the token'],
    ]);
  });
});
