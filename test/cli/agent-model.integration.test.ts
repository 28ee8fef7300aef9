import { describe, expect, it } from 'vitest';
import { agentModelOf } from '../../src/cli/agent-model.ts';
import { run } from '../../src/cli/run.ts';
import type { Emulator } from '../../src/emulator/index.ts';
import { openModelServer } from '../emulator/agent/model-server.ts';
import { newSession, openSocket } from '../emulator/support/visitor.ts';

const files = { read: (path: string) => (path === '/run/key' ? 'k-2\n' : undefined) };
const modelOf = (env: Record<string, string>) => agentModelOf({ env, files });
const URL_KEY = 'FOYER_AGENT_MODEL_URL';

describe('the model of the embedded agent', () => {
  it('reads the model from the environment, with a key from there or from a file', () => {
    const url = 'https://models.example.com/v1';
    expect([
      modelOf({}),
      modelOf({ [URL_KEY]: '' }),
      modelOf({ FOYER_AGENT_MODEL_KEY: 'k-1', FOYER_AGENT_MODEL: 'small' }),
      modelOf({ [URL_KEY]: url }),
      modelOf({ [URL_KEY]: url, FOYER_AGENT_MODEL_KEY: 'k-1', FOYER_AGENT_MODEL: 'small' }),
      modelOf({ [URL_KEY]: url, FOYER_AGENT_MODEL_KEY_FILE: '/run/key' }),
    ]).toEqual([
      undefined,
      undefined,
      undefined,
      { url },
      { url, key: 'k-1', model: 'small' },
      { url, key: 'k-2' },
    ]);
  });

  it.each(['models.example.com', 'ftp://x', 'https://key@models.example.com', 'https://x/v1?key=1'])(
    'refuses the URL %s',
    (url) => {
      expect(() => modelOf({ [URL_KEY]: url })).toThrow(
        'FOYER_AGENT_MODEL_URL must be an https or http URL, without credentials or a query',
      );
    },
  );

  it('requires the model’s key file to exist', () => {
    const env = { [URL_KEY]: 'https://x', FOYER_AGENT_MODEL_KEY_FILE: '/nowhere' };
    expect(() => modelOf(env)).toThrow('FOYER_AGENT_MODEL_KEY_FILE must name a file with the key');
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
    const { body } = await model.nth(1);
    expect(body.messages.at(0)?.content).toMatch(/^You are Iris/);
    expect(body.messages.at(-1)).toEqual({ role: 'user', content: 'Do you sell lamps?' });
    stop();
    expect(await status).toBe(0);
    await model.close();
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
        'unable to run emulator; FOYER_AGENT_MODEL_URL must be an https or http URL, without credentials or a query',
      ],
    ]);
  });
});
