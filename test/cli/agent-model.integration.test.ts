import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { agentModelOf, lookUpAgent } from '../../src/cli/agent-model.ts';
import { run } from '../../src/cli/run.ts';
import type { Emulator } from '../../src/emulator/index.ts';
import { begins, openModelServer, refuses } from '../emulator/agent/model-server.ts';
import { newSession, openSocket } from '../emulator/support/visitor.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const files = { read: (path: string) => (path === '/run/key' ? 'k-2\n' : undefined) };
const modelOf = (env: Record<string, string>, url?: string) => agentModelOf({ env, files }, url);
const URL_KEY = 'FOYER_AGENT_URL';
const protocol = 'chat-completions';

describe('the model of the embedded agent', () => {
  it('reads the model from the environment, with a key from there or from a file', () => {
    const url = 'https://models.example.com/v1';
    expect([
      modelOf({}),
      modelOf({ [URL_KEY]: '' }),
      modelOf({ FOYER_AGENT_KEY: 'k-1', FOYER_AGENT_MODEL: 'small' }),
      modelOf({ [URL_KEY]: url }),
      modelOf({ [URL_KEY]: url, FOYER_AGENT_KEY: 'k-1', FOYER_AGENT_MODEL: 'small' }),
      modelOf({ [URL_KEY]: url, FOYER_AGENT_KEY_FILE: '/run/key' }),
    ]).toEqual([
      undefined,
      undefined,
      undefined,
      { url, protocol },
      { url, protocol, key: 'k-1', model: 'small' },
      { url, protocol, key: 'k-2' },
    ]);
  });

  it('reads the older names, behind the others, and the option before all', () => {
    const old = { FOYER_AGENT_MODEL_URL: 'https://old', FOYER_AGENT_MODEL_KEY: 'k-0' };
    expect([
      modelOf(old),
      modelOf({ FOYER_AGENT_MODEL_URL: 'https://old', FOYER_AGENT_MODEL_KEY_FILE: '/run/key' }),
      modelOf({ ...old, [URL_KEY]: 'https://new', FOYER_AGENT_KEY: 'k-1' }),
      modelOf({ ...old, FOYER_AGENT_PROTOCOL: 'ag-ui' }, 'https://given/agent'),
    ]).toEqual([
      { url: 'https://old', protocol, key: 'k-0' },
      { url: 'https://old', protocol, key: 'k-2' },
      { url: 'https://new', protocol, key: 'k-1' },
      { url: 'https://given/agent', protocol: 'ag-ui', key: 'k-0' },
    ]);
  });

  it('refuses an unknown protocol, and a URL of the option that is none', () => {
    expect(() => modelOf({ FOYER_AGENT_PROTOCOL: 'grpc' }, 'https://x')).toThrow(
      'FOYER_AGENT_PROTOCOL must be one of chat-completions, responses, ag-ui',
    );
    expect(() => modelOf({}, '127.0.0.1:11434')).toThrow('--agent must be an https or http URL');
  });

  it.each(['models.example.com', 'ftp://x', 'https://key@models.example.com', 'https://x/v1?key=1'])(
    'refuses the URL %s',
    (url) => {
      expect(() => modelOf({ [URL_KEY]: url })).toThrow(
        'FOYER_AGENT_URL must be an https or http URL, without credentials or a query',
      );
    },
  );

  it('requires the model’s key file to exist', () => {
    const env = { [URL_KEY]: 'https://x', FOYER_AGENT_KEY_FILE: '/nowhere' };
    expect(() => modelOf(env)).toThrow('FOYER_AGENT_KEY_FILE must name a file with the key');
  });

  it('answers the visitors of `foyer-relay emulator`', async () => {
    const model = await openModelServer();
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const printed: string[] = [];
    let status: Promise<number> | undefined;
    await new Promise<void>((started) => {
      status = run(['emulator'], {
        print: (line) => void printed.push(line),
        printError: (line) => void printed.push(line),
        env: { [URL_KEY]: model.url },
        files,
        untilStopped() {
          started();
          return stopped;
        },
      });
    });
    const { FOYER_MESSAGING_URL, FOYER_CONNECTOR_TOKEN, FOYER_HOST_IDENTIFIER } = Object.fromEntries(
      printed.map((line) => line.split(/=(.*)/)),
    );
    const emulator = {
      messagingUrl: FOYER_MESSAGING_URL,
      connectorToken: FOYER_CONNECTOR_TOKEN,
      hostIdentifier: FOYER_HOST_IDENTIFIER,
    } as Emulator;
    const socket = await openSocket(emulator, await newSession(emulator));
    socket.join();
    await socket.until('agentJoined');
    socket.say('Do you sell lamps?');
    // The first request asks for its models.
    const { body } = await model.nth(2);
    expect(body.messages.at(0)?.content).toMatch(/^You are Iris/);
    expect(body.messages.at(-1)).toEqual({ role: 'user', content: 'Do you sell lamps?' });
    stop();
    expect(await status).toBe(0);
    await model.close();
  });

  it.each([
    ['chat-completions', 'its system prompt'],
    ['responses', 'its instructions'],
  ] as const)('over %s the start takes the first model that can chat', async (protocol, place) => {
    const model = await openModelServer();
    const models = [{ id: 'nomic-embed-text' }, { id: 'llama3.2' }, { id: 'qwen3' }];
    model.answer((response) => void response.end(JSON.stringify({ data: models })));
    const agent = { url: `${model.url}/`, protocol, key: 'k-1' };
    const rules = `gets all messages that are no command, and the behaviour text of the branch draft as ${place}`;
    expect(await lookUpAgent(agent)).toEqual({
      agent: { ...agent, model: 'llama3.2' },
      isThere: true,
      lines: [
        `${agent.url}   (${protocol}, model llama3.2, the first of 2; FOYER_AGENT_MODEL names another)`,
        rules,
      ],
    });
    model.answer(refuses(404));
    expect(await lookUpAgent(agent)).toEqual({
      agent,
      isThere: true,
      lines: [`${agent.url}   (${protocol}, it lists no models: does its URL end in /v1?)`, rules],
    });
    expect(await lookUpAgent({ ...agent, model: 'own' })).toMatchObject({
      agent: { ...agent, model: 'own' },
    });
    expect(model.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual(
      Array(3).fill(['/v1/models', 'Bearer k-1']),
    );
    await model.close();
  });

  it('the start says that nothing answers, or that the key is refused', async () => {
    const server = await openModelServer();
    const agent = { url: server.url, protocol: 'ag-ui' } as const;
    const linesFor = async (answer: (response: ServerResponse) => void) => {
      server.answer(answer);
      return (await lookUpAgent(agent)).lines[0];
    };
    expect([
      await linesFor(refuses(405)),
      await linesFor(refuses(401)),
      // A stream without an end.
      await linesFor(begins(': ping\n\n')),
      await linesFor((response) => void response.destroy()),
    ]).toEqual([
      `${server.url}   (ag-ui)`,
      `${server.url}   (ag-ui, it refuses the key: set FOYER_AGENT_KEY)`,
      `${server.url}   (ag-ui)`,
      `nothing answers at ${server.url} (ag-ui); until something does, the chat shows an error`,
    ]);
    const clock = createFakeClock();
    server.answer(() => {});
    const hanging = lookUpAgent(agent, clock);
    await server.nth(5);
    clock.advance(3_000);
    expect((await hanging).lines[0]).toMatch(/^nothing answers at /);
    await server.close();
    expect((await lookUpAgent(agent)).lines).toEqual([
      `nothing answers at ${server.url} (ag-ui); until something does, the chat shows an error`,
      'gets all messages that are no command, and the behaviour text of the branch draft as an entry of its context',
    ]);
  });

  it('a malformed URL of the model prevents the start, without being repeated', async () => {
    const errors: string[] = [];
    const status = await run(['emulator'], {
      print: () => {},
      printError: (line) => void errors.push(line),
      env: { [URL_KEY]: 'secret' },
      files,
      untilStopped: () => Promise.resolve(),
    });
    expect([status, errors]).toEqual([
      1,
      [
        'unable to run emulator; FOYER_AGENT_URL must be an https or http URL, without credentials or a query',
      ],
    ]);
  });
});
