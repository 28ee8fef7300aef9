import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen } from '../../../src/cli/port.ts';
import { run } from '../../../src/cli/run.ts';
import { injectFaults, KEY } from '../../emulator/faults/control-client.ts';
import { startReferencePlatform } from '../../support/reference-platform/start-reference-platform.ts';
import { NO_REST, runAgainst, startPlatform } from './run-conformance.ts';

const SAYS = ['hello', 'suggest', 'human'];

// They mostly wait, so they run at the same time.
describe.concurrent('foyer-relay conformance', () => {
  it.for(['service', 'poly'] as const)(
    'finds every rule kept by the embedded platform in the dialect %s',
    async (dialect, test) => {
      const emulator = await startPlatform(test, { dialect, conversations: { count: 50, seed: 1 } });
      const { status, report } = await runAgainst(emulator, { says: SAYS, writes: true });
      expect(report?.rules.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
      expect([status, report?.dialect, report?.broken]).toEqual([0, dialect, 0]);
      expect(report?.kept).toBeGreaterThan(95);
    },
  );

  it.for(['service', 'poly'] as const)(
    'finds three differences of a second platform of the dialect %s',
    async (dialect, test) => {
      const emulator = await startPlatform(test);
      const second = await startReferencePlatform(dialect);
      test.onTestFinished(second.close);
      const env = {
        ...NO_REST,
        FOYER_CONNECTOR_TOKEN: second.connectorToken,
        FOYER_HOST_IDENTIFIER: second.hostIdentifier,
      };
      const { status, report } = await runAgainst(emulator, { url: second.url, env });
      const broken = report?.rules.filter(({ outcome }) => outcome === 'broken');
      expect([status, report?.dialect, broken?.map(({ rule, came }) => [rule, came])]).toEqual([
        1,
        dialect,
        [
          ['M-2.4', 'status 401 for the host with https://'],
          ['M-3.2', expect.stringMatching(/^with the cursor seq:\d+: sequence 1 again$/)],
          ['M-7.1', 'a second AGENT_JOINED after a second request'],
        ],
      ]);
    },
  );

  it('only reads the REST hosts without --write', async (test) => {
    const emulator = await startPlatform(test);
    const { report } = await runAgainst(emulator);
    const written = report?.rules.filter(({ why }) => why === 'it changes something: run with --write');
    expect(written?.map(({ rule }) => rule)).toEqual([
      'R-5.6',
      'R-6.3',
      'R-6.4',
      'R-7.2',
      'R-8.2',
      'R-8.3',
      'R-17.2',
    ]);
  });

  it('leaves nothing behind with --write', async (test) => {
    const emulator = await startPlatform(test);
    await runAgainst(emulator, { writes: true });
    const lists = await Promise.all(
      ['/v1/alert-rules', '/v1/webhook-endpoints'].map(async (path) => {
        const answer = await fetch(emulator.baseUrl + path, { headers: { 'X-API-KEY': emulator.baseKey } });
        return (await answer.json()) as unknown;
      }),
    );
    expect(lists).toEqual([{ data: [] }, { data: [] }]);
  });

  it('checks the messaging host alone where no other is set', async (test) => {
    const emulator = await startPlatform(test);
    const { status, report } = await runAgainst(emulator, { env: NO_REST });
    const tried = report?.rules.filter(
      ({ rule, outcome }) => rule.startsWith('R-') && outcome !== 'not-tried',
    );
    expect([status, tried?.map(({ rule }) => rule)]).toEqual([0, ['R-19.1']]);
  });

  it('prints a table, and what is broken with what came', async (test) => {
    const emulator = await startPlatform(test, { controlKey: KEY });
    await injectFaults(emulator, { on: 'rest', host: 'base', path: '/v1/alerts', do: 'status', status: 500 });
    const { status, printed, told } = await runAgainst(emulator, { isJson: false });
    const table = printed.join('\n');
    expect(status).toBe(1);
    expect(table).toContain(
      [
        'Broken',
        'ERROR R-7.1   GET /v1/alerts answers {data: [alert]}',
        '              came: status 500',
      ].join('\n'),
    );
    expect(table).toContain('ok    M-2.1   the token call answers 200 with ');
    expect(table).toContain('\n-     it would take ten minutes: M-3.11, M-6.19, M-11.4, R-19.2\n');
    expect(printed.slice(-2)).toEqual([
      expect.stringMatching(
        /^Rules: \d+ kept, 1 broken, \d+ not tried\. The platform spells its agent SERVICE_AGENT \(dialect service\)\.$/,
      ),
      'M-… is explained in docs/protocol.md, R-… in docs/rest.md of the package foyer-relay.',
    ]);
    expect(told).toEqual([
      'asking for tokens, and for two sessions of its own …',
      'talking to the agent …',
      'opening more sockets …',
      'reading the REST hosts …',
    ]);
  });

  it('prints no secret, also where the platform repeats one', async (test) => {
    const emulator = await startPlatform(test, { controlKey: KEY });
    await injectFaults(emulator, {
      on: 'rest',
      host: 'messaging',
      path: '/api/v1/sessions',
      do: 'status',
      status: 401,
      text: `wrong: ${emulator.connectorToken}`,
    });
    const runs = [await runAgainst(emulator), await runAgainst(emulator, { isJson: false })];
    const output = runs.flatMap(({ printed, told }) => [...printed, ...told]).join('\n');
    const { connectorToken, baseKey, platformKey, outboundToken } = emulator;
    expect(
      [connectorToken, baseKey, platformKey, outboundToken].filter((secret) => output.includes(secret)),
    ).toEqual([]);
    expect(output).not.toMatch(/eyJ[\w-]{20}/);
  });

  it('reads the token from a file, named by the option or by the setting', async (test) => {
    const emulator = await startPlatform(test);
    const { status } = await runAgainst(emulator, {
      env: { ...NO_REST, FOYER_CONNECTOR_TOKEN: '' },
      files: { 'token.txt': `${emulator.connectorToken}\n` },
      tokenFile: 'token.txt',
    });
    const named = await runAgainst(emulator, {
      env: { ...NO_REST, FOYER_CONNECTOR_TOKEN: '', FOYER_CONNECTOR_TOKEN_FILE: 'token.txt' },
      files: { 'token.txt': `${emulator.connectorToken}\n` },
    });
    expect([status, named.status]).toEqual([0, 0]);
  });

  it('takes a key without a permission for no broken rule', async (test) => {
    const emulator = await startPlatform(test, {
      keys: [
        { key: 'base-key-without-rights', family: 'base', permissions: [] },
        { key: 'platform-key-without-rights', family: 'platform', permissions: [] },
      ],
    });
    const env = {
      FOYER_BASE_API_KEY: 'base-key-without-rights',
      FOYER_PLATFORM_API_KEY: 'platform-key-without-rights',
    };
    const { status, report } = await runAgainst(emulator, { env, writes: true });
    const forbidden = report?.rules.filter(({ why }) => why === 'the key lacks the permission: 403 (R-1.7)');
    expect(report?.rules.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
    expect([status, forbidden?.map(({ rule }) => rule).join(' ')]).toEqual([
      0,
      'R-2.1 R-2.12 R-3.2 R-4.1 R-4.2 R-4.3 R-6.1 R-6.2 R-6.5 R-7.1 R-10.1 R-10.2 R-10.3 R-10.4 R-10.5 R-10.9 R-10.10 R-10.11 R-11.1 R-12.1 R-12.2 R-12.3 R-14.1 R-16.1',
    ]);
  });

  it.for<[string, Parameters<typeof runAgainst>[1], RegExp]>([
    [
      'a platform that refuses the token',
      { env: { FOYER_CONNECTOR_TOKEN: 'wrong' } },
      /it answers 401: it does not accept/,
    ],
    [
      'a platform that is not there',
      { url: 'http://127.0.0.1:9' },
      /^unable to check http:\/\/127\.0\.0\.1:9; the connection failed/,
    ],
    [
      'an address without https',
      { url: 'http://chat.example' },
      /the address of the messaging host is malformed/,
    ],
    ['no token', { env: { FOYER_CONNECTOR_TOKEN: '' } }, /the connector token is missing/],
    ['no host', { env: { FOYER_HOST_IDENTIFIER: '' } }, /the registered host is missing/],
    ['a file that is not there', { tokenFile: 'nowhere' }, /unable to read nowhere/],
    [
      'a malformed address of a REST host',
      { env: { FOYER_BASE_URL: 'ftp://a' } },
      /FOYER_BASE_URL is malformed/,
    ],
  ])('exits with 2 for %s', async ([_, options, line], test) => {
    const { status, printed, told } = await runAgainst(await startPlatform(test), options);
    expect([status, printed, told.at(-1)]).toEqual([2, [], expect.stringMatching(line)]);
  });

  it.for([50, 100, 300, 800, 1_500, 2_500])(
    'accuses nobody when the time of the run is over after %i ms',
    async (runMs, test) => {
      const { report } = await runAgainst(await startPlatform(test), { runMs, writes: true });
      expect(report?.rules.filter(({ outcome }) => outcome === 'broken') ?? []).toEqual([]);
    },
  );

  it('exits with 2 for a command line that does not name a platform', async () => {
    const errors: string[] = [];
    const status = await run(
      ['conformance', 'http://chat.example', '--token', 'x', '--host', 'shop.example'],
      {
        print: () => {},
        printError: (line) => errors.push(line),
        env: {},
        files: { read: () => undefined },
        untilStopped: () => Promise.resolve(),
      },
    );
    expect([status, errors]).toEqual([
      2,
      [
        expect.stringMatching(
          /^foyer-relay: the address of the messaging host is malformed; expected an https URL/,
        ),
      ],
    ]);
  });

  it('exits with 2 for a platform that answers nothing', async (test) => {
    const server = createServer(() => {});
    const port = await listen(server as never, 0);
    const { status, told } = await runAgainst(await startPlatform(test), { url: `http://127.0.0.1:${port}` });
    expect([status, told.at(-1)]).toEqual([2, `unable to check http://127.0.0.1:${port}; no answer in 10 s`]);
    server.close();
  });
});
