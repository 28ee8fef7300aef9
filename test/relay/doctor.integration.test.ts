import { afterEach, describe, expect, it, vi } from 'vitest';
import { settingsFor } from '../../src/cli/emulator-settings.ts';
import { type EmulatorOptions, startEmulator } from '../../src/emulator/index.ts';
import { examine, parseConfig, type RelayConfig } from '../../src/relay/index.ts';
import { systemMessage } from '../support/chat-harness.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { NOBODY } from '../support/free-port.ts';
import { accessToken, until } from './support/bench.ts';
import { hasRedis, startRedis } from './support/redis.ts';
import { answerJson, restEnv, useRestHost } from './support/rest.ts';
import { hangUp, json, startUpstream } from './support/upstream.ts';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});
const openHost = useRestHost();

/** Starts a platform and returns the configuration for it; `env` contains the operator's mistakes. */
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

const of = async (about: string, config: RelayConfig, origin?: string) =>
  (await examine(config, { origin })).filter((check) => check.about === about);

describe('the doctor', () => {
  // S-117
  it.each([
    ['loopback,10.0.0.5,::1', false],
    ['10.0.0.0/8', true],
    ['10.0.0.5,fd00::/64', true],
  ])('says what it cannot check of a proxy that signs people in: %s', async (FOYER_TRUST_PROXY, isRange) => {
    const config = await configured({
      FOYER_TRUST_PROXY,
      FOYER_CONSOLE_USER_HEADER: 'X-Forwarded-User',
      FOYER_CONSOLE_SCOPES: 'read+write',
    });
    const [finding, ...more] = await of('console', config);
    expect([finding?.status, more]).toEqual(['unchecked', []]);
    expect(finding?.says).toContain(
      'whoever a proxy names in x-forwarded-user has the scopes read, write; the proxy must overwrite or remove this header',
    );
    expect(finding?.says.includes('FOYER_TRUST_PROXY has a range')).toBe(isRange);
  });

  it('names the site of each finding', async () => {
    const one = await configured();
    const site = (name: string, connectorToken: string) => ({
      ...one.sites[0],
      name,
      connectorToken,
      allowedOrigins: [{ match: 'exact' as const, origin: `https://${name}.example` }],
      webhookSecrets: [{ name: 'alerts', secret: 'CNRY-webhook-secret' }],
    });
    const key = { name: 'desk', site: 'toys', scopes: ['read' as const], hash: '', bindings: undefined };
    const sites = [site('books', one.sites[0].connectorToken), site('toys', 'a-token-of-nobody')] as const;
    const findings = await examine({ ...one, sites, adminKeys: [key] }, { origin: 'https://toys.example' });
    const says = (about: string) => findings.find((it) => it.about === about)?.says;
    expect({
      books: says('books: visitor tokens'),
      toys: says('toys: visitor tokens'),
      host: says('toys: base host'),
      origins: says('allowed origins'),
      admin: says('admin side')?.split('; listens')[0],
    }).toEqual({
      books: 'the platform issues them for this connector and host',
      toys: expect.stringContaining('the platform does not know FOYER_CONNECTOR_TOKEN'),
      host: expect.stringContaining('FOYER_BASE_URL is not set'),
      origins: 'pages of https://toys.example may use the relay, as pages of the site toys',
      admin: 'keys: toys/desk (read); webhooks: books/alerts, toys/alerts',
    });
  });

  it('finds nothing wrong in a correct configuration, and says what it did not check', async () => {
    expect(await examine(await configured(), { origin: 'https://shop.example.com' })).toEqual([
      {
        about: 'visitor tokens',
        status: 'right',
        says: 'the platform issues them for this connector and host',
      },
      { about: 'sockets', status: 'right', says: 'the platform opens them' },
      { about: 'dialect', status: 'right', says: 'the platform speaks service; auto detects it' },
      {
        about: 'allowed origins',
        status: 'right',
        says: 'pages of https://shop.example.com may use the relay',
      },
      {
        about: 'store',
        status: 'right',
        says: 'in memory: fine for one relay; conversations cannot be resumed after a restart',
      },
      {
        about: 'base host',
        status: 'unchecked',
        says: 'FOYER_BASE_URL is not set: behaviour, alerts and recordings are not available',
      },
      {
        about: 'platform host',
        status: 'unchecked',
        says: 'FOYER_PLATFORM_URL is not set: conversations and concurrency are not available',
      },
      {
        about: 'outbound calls',
        status: 'unchecked',
        says: 'FOYER_OUTBOUND_URL is not set: outbound calls are not available',
      },
      { about: 'admin side', status: 'unchecked', says: 'FOYER_ADMIN_KEYS is not set: nobody can use it' },
    ]);
  });

  it.each([
    [{}, 'listens on 127.0.0.1:8080 with everything else'],
    [{ FOYER_ADMIN_LISTEN: '[::1]:9090' }, 'listens on [::1]:9090, everything else on 127.0.0.1:8080'],
  ])('S-106: says where the admin side listens with %o', async (env, where) => {
    const config = await configured({ FOYER_ADMIN_KEYS: `ops:read:${'0a'.repeat(32)}`, ...env });
    const says = `keys: ops (read); webhooks: none; ${where}`;
    expect(await of('admin side', config)).toEqual([{ about: 'admin side', status: 'right', says }]);
  });

  //
  it('checks the keys for alerts and older conversations apart from the keys of the hosts', async () => {
    const keys = [
      { family: 'base', key: 'data-only-0123456789', permissions: ['conversations'] },
      { family: 'base', key: 'alerts-0123456789', permissions: ['alerts'] },
      { family: 'platform', key: 'v3-only-0123456789', permissions: ['conversations'] },
      { family: 'platform', key: 'legacy-0123456789', permissions: ['conversations:v1v2'] },
    ] as const;
    const checked = async (env: Record<string, string>) => {
      const hosts = {
        FOYER_BASE_API_KEY: 'data-only-0123456789',
        FOYER_PLATFORM_API_KEY: 'v3-only-0123456789',
      };
      const findings = await examine(await configured({ ...hosts, ...env }, { keys }));
      return findings.filter(({ about }) => /host|alerts|conversations/.test(about));
    };
    const hosts = [
      { about: 'base host', status: 'right', says: 'it accepts the key and knows the agent and the branch' },
      {
        about: 'platform host',
        status: 'right',
        says: 'it accepts the key and returns conversations of the project',
      },
    ];
    const [base, platform] = hosts;
    expect(await checked({})).toEqual([
      base,
      {
        about: 'alerts',
        status: 'wrong',
        says: 'the platform refuses FOYER_BASE_API_KEY for them; it issues keys for alerts separately: set FOYER_ALERTS_API_KEY',
      },
      platform,
      {
        about: 'conversations v1 and v2',
        status: 'unchecked',
        says: 'the platform refuses FOYER_PLATFORM_API_KEY for them; existing customers set FOYER_PLATFORM_LEGACY_API_KEY',
      },
    ]);
    expect(
      await checked({
        FOYER_ALERTS_API_KEY: 'alerts-0123456789',
        FOYER_PLATFORM_LEGACY_API_KEY: 'legacy-0123456789',
      }),
    ).toEqual([
      base,
      { about: 'alerts', status: 'right', says: 'the base host accepts FOYER_ALERTS_API_KEY' },
      platform,
      {
        about: 'conversations v1 and v2',
        status: 'right',
        says: 'the platform host accepts FOYER_PLATFORM_LEGACY_API_KEY',
      },
    ]);
    const wrong = await checked({
      FOYER_ALERTS_API_KEY: 'data-only-0123456789',
      FOYER_PLATFORM_LEGACY_API_KEY: 'v3-only-0123456789',
    });
    expect(wrong.map(({ status, says }) => [status, says])).toEqual([
      ['right', base?.says],
      ['wrong', 'FOYER_ALERTS_API_KEY lacks the permission for this'],
      ['right', platform?.says],
      ['wrong', 'FOYER_PLATFORM_LEGACY_API_KEY lacks the permission for this'],
    ]);
  });

  it('starts one session, and ends it', async () => {
    const emulator = await startEmulator();
    closings.push(emulator.close);
    const config = await configured({
      FOYER_MESSAGING_URL: emulator.messagingUrl,
      FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
    });
    await examine(config);
    const [session = '', ...others] = emulator.sessions();
    await vi.waitUntil(() => emulator.journalOf(session).at(-1)?.kind === 'sessionEnd');
    expect([others, emulator.connections()]).toEqual([[], 0]);
  });

  const WRONG = 'chats would get no answer';
  it.each([
    ['auto', 'service', 'right', 'the platform speaks service; auto detects it'],
    ['auto', 'poly', 'right', 'the platform speaks poly; auto detects it'],
    ['service', 'service', 'right', 'the platform speaks service, as FOYER_DIALECT says'],
    ['poly', 'poly', 'right', 'the platform speaks poly, as FOYER_DIALECT says'],
    [
      'service',
      'poly',
      'wrong',
      `the platform speaks poly, but FOYER_DIALECT is service: ${WRONG}; set FOYER_DIALECT=poly, or remove it`,
    ],
    [
      'poly',
      'service',
      'wrong',
      `the platform speaks service, but FOYER_DIALECT is poly: ${WRONG}; set FOYER_DIALECT=service, or remove it`,
    ],
  ] as const)(
    'M-1.6: with %s reports on a platform that speaks %s: %s',
    async (setting, dialect, status, says) => {
      const config = await configured({ FOYER_DIALECT: setting }, { dialect });
      expect(await of('dialect', config)).toEqual([{ about: 'dialect', status, says }]);
    },
  );

  it.each([
    ['service', 'x-polyai-auth-token', 'poly'],
    ['poly', 'x-service-auth-token', 'service'],
  ])('M-1.5: with %s reports an outbound host that reads %s', async (setting, header, dialect) => {
    const host = await openHost();
    host.answer((response, asked) =>
      answerJson(asked.headers[header] ? 404 : 401, { message: 'no' })(response, asked),
    );
    const says = `the host takes the token in the header of the dialect ${dialect}, but FOYER_DIALECT is ${setting}; set FOYER_DIALECT=${dialect}, or remove it`;
    const about = 'outbound calls';
    expect(await of(about, await configured({ ...restEnv(host), FOYER_DIALECT: setting }))).toEqual([
      { about, status: 'wrong', says },
    ]);
    expect(await of(about, await configured({ ...restEnv(host), FOYER_DIALECT: 'auto' }))).toEqual([
      { about, status: 'right', says: 'the host accepts the token' },
    ]);
  });

  it.each([
    [
      'refuses both dialects',
      'neither',
      'the platform refuses the join request in both dialects; is FOYER_MESSAGING_URL the messaging host?',
    ],
    [
      'never lets an agent join',
      'nothing',
      'no agent joined within 15 seconds; is one deployed for this connector?',
    ],
  ])('reports a platform that %s', async (_, answer, says) => {
    let requests = 0;
    const upstream = await startUpstream(accessToken, (socket) =>
      socket.on('message', () => {
        requests += 1;
        if (answer === 'neither') socket.send(JSON.stringify(systemMessage('Unknown event type or …')));
      }),
    );
    closings.push(upstream.close);
    const clock = createFakeClock();
    const config = await configured({ FOYER_MESSAGING_URL: upstream.url });
    const examined = examine(config, {}, { clock });
    await until(() => requests >= (answer === 'neither' ? 2 : 1));
    if (answer === 'nothing') clock.advance(15_000);
    expect((await examined).filter((check) => check.about === 'dialect')).toEqual([
      { about: 'dialect', status: 'wrong', says },
    ]);
  });

  it.each([
    [
      'sessions',
      json(500, {}),
      'the platform issues a token, but answered 500 when a session was created with it',
    ],
    [
      'sessions',
      json(200, {}),
      'the platform issues a token, but answered 200 when a session was created with it',
    ],
    [
      'sessions',
      hangUp,
      'the platform issues a token, but did not answer when a session was created with it',
    ],
  ])('reports a platform without %s', async (about, reply, says) => {
    const upstream = await startUpstream(accessToken);
    closings.push(upstream.close);
    upstream.reply('sessions', reply);
    const config = await configured({ FOYER_MESSAGING_URL: upstream.url });
    expect(await of(about, config)).toEqual([{ about, status: 'wrong', says }]);
  });

  it('reports refused sockets', async () => {
    const upstream = await startUpstream(accessToken);
    closings.push(upstream.close);
    upstream.replySocket(403);
    const config = await configured({ FOYER_MESSAGING_URL: upstream.url });
    expect(await of('sockets', config)).toEqual([
      {
        about: 'sockets',
        status: 'wrong',
        says: 'the platform refuses the socket of a new session with 403',
      },
    ]);
  });

  it.each([
    [
      'a wrong X-Host',
      { FOYER_HOST_IDENTIFIER: 'shop.example.org' },
      'the platform does not accept FOYER_HOST_IDENTIFIER for this connector; it must be the registered host or a subdomain of it',
    ],
    [
      'a wrong connector token',
      { FOYER_CONNECTOR_TOKEN: 'CNRY-of-another-region' },
      'the platform does not know FOYER_CONNECTOR_TOKEN; it is wrong, or belongs to another region than FOYER_MESSAGING_URL',
    ],
  ])('reports %s', async (_, env, says) => {
    expect(await of('visitor tokens', await configured(env))).toEqual([
      { about: 'visitor tokens', status: 'wrong', says },
    ]);
  });

  it('reports an unreachable host', async () => {
    expect(await of('visitor tokens', await configured({ FOYER_MESSAGING_URL: `http://${NOBODY}` }))).toEqual(
      [
        {
          about: 'visitor tokens',
          status: 'wrong',
          says: 'the host of FOYER_MESSAGING_URL refuses the connection; check the port, and that the service runs there',
        },
      ],
    );
  });

  it('reports a host of another service', async () => {
    const host = await openHost();
    expect(await of('visitor tokens', await configured({ FOYER_MESSAGING_URL: host.url }))).toEqual([
      {
        about: 'visitor tokens',
        status: 'wrong',
        says: 'the host of FOYER_MESSAGING_URL answered 200 without a token; is it the messaging host?',
      },
    ]);
  });

  it.each([
    [
      'https://shop.example.org',
      'wrong',
      'https://shop.example.org is not in FOYER_ALLOWED_ORIGINS; it must be listed in exactly this spelling',
    ],
    [
      'https://shop.example.com/',
      'wrong',
      '--origin expects scheme, host and port, such as https://shop.example.com',
    ],
    [undefined, 'unchecked', 'pass the origin of a page: --origin https://shop.example.com'],
  ])('reports for the origin %s: %s', async (origin, status, says) => {
    expect(await of('allowed origins', await configured(), origin)).toEqual([
      { about: 'allowed origins', status, says },
    ]);
  });

  it('reports an unreachable store', async () => {
    const config = await configured({ FOYER_STORE_URL: `redis://${NOBODY}` });
    expect(await of('store', config)).toEqual([
      {
        about: 'store',
        status: 'wrong',
        says: 'the store of FOYER_STORE_URL refuses the connection; check the port, and that the service runs there',
      },
    ]);
  });

  if (hasRedis) {
    it('reports a read-only store', async () => {
      const redis = await startRedis('--min-replicas-to-write', '1');
      closings.push(redis.stop);
      expect(await of('store', await configured({ FOYER_STORE_URL: redis.url }))).toEqual([
        {
          about: 'store',
          status: 'wrong',
          says: 'unable to write to the store of FOYER_STORE_URL; NOREPLICAS',
        },
      ]);
    });
  }

  it('reports refused keys with possible reasons', async () => {
    const host = await openHost();
    host.answer(answerJson(401, { message: 'Unauthorized' }));
    const findings = await examine(await configured(restEnv(host)));
    expect(findings.slice(5, 8)).toEqual([
      {
        about: 'base host',
        status: 'wrong',
        says: 'the platform refuses FOYER_BASE_API_KEY. The key is missing, wrong, or of another region; a key of the global studio works on the studio host only.',
      },
      {
        about: 'platform host',
        status: 'wrong',
        says: 'the platform refuses FOYER_PLATFORM_API_KEY. The key is missing, wrong, or of another region or project; v3 has keys of its own.',
      },
      {
        about: 'outbound calls',
        status: 'wrong',
        says: 'the platform refuses FOYER_OUTBOUND_TOKEN. The token is missing, wrong, or of another project, or outbound calling is not enabled for the project.',
      },
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/CNRY|127\.0\.0\.1/);
  });

  it('reports a key of another region', async () => {
    const key = 'a-key-of-the-uk-studio-0123456789';
    const config = await configured(
      { FOYER_BASE_API_KEY: key },
      { keys: [{ key, family: 'base', region: 'uk' }] },
    );
    expect(await of('base host', config)).toEqual([
      {
        about: 'base host',
        status: 'wrong',
        says: 'the platform refuses FOYER_BASE_API_KEY. The key is missing, wrong, or of another region; a key of the global studio works on the studio host only.',
      },
    ]);
    expect(await of('outbound calls', config)).toEqual([
      { about: 'outbound calls', status: 'right', says: 'the host accepts the token' },
    ]);
  });

  it('distinguishes unknown ids from refused keys', async () => {
    const host = await openHost();
    host.answer((response, asked) =>
      asked.path === '/v1/alerts'
        ? answerJson(200, { data: [] })(response, asked)
        : answerJson(404, { message: 'not found', code: 'NO_SUCH_THING' })(response, asked),
    );
    const findings = await examine(await configured(restEnv(host)));
    expect(findings.slice(5, 8).map(({ status, says }) => [status, says])).toEqual([
      ['wrong', 'it accepts the key, but does not know FOYER_PROJECT_ID with FOYER_BRANCH_ID'],
      ['wrong', 'it accepts the key, but does not know FOYER_ACCOUNT_ID with FOYER_PROJECT_ID'],
      ['right', 'the host accepts the token'],
    ]);
  });
});
