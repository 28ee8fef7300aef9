import { describe, expect, it, type TestContext } from 'vitest';
import { injectFaults, KEY } from '../../emulator/faults/control-client.ts';
import { NO_REST, runAgainst, startPlatform } from './run-conformance.ts';

const down = (kind: string, more: object = {}) => ({ on: 'frames-down', do: 'drop', kinds: [kind], ...more });
const up = (kind: string, more: object = {}) => ({ on: 'frames-up', do: 'drop', kinds: [kind], ...more });
const messaging = (path: string, more: object) => ({
  on: 'rest',
  host: 'messaging',
  path: `/api/v1/${path}`,
  ...more,
});

const HANDSHAKES = ['M-2.3', 'M-3.1', 'M-3.4', 'M-3.5', 'M-3.6', 'M-3.10'];

/** Faults of the embedded platform, and the rules that are broken then. */
const FAULTS: readonly (readonly [fault: object, broken: readonly string[]])[] = [
  [down('AGENT_MESSAGE_CHUNK', { every: 3 }), ['M-4.3', 'M-8.1', 'M-8.5']],
  [down('EVENT_BATCH'), ['M-3.2', 'M-6.1', 'M-8.12', 'M-14.3']],
  [down('USER_MESSAGE'), ['M-4.3', 'M-4.10', 'M-9.1']],
  [down('AGENT_JOINED'), ['M-4.3', 'M-7.1']],
  [down('SYSTEM_MESSAGE'), ['M-1.6', 'M-5.6']],
  [up('HEARTBEAT'), ['M-3.9', 'M-4.10']],
  [up('REQUEST_AGENT_JOIN'), ['M-7.1']],
  [up('USER_MESSAGE', { do: 'cut' }), ['M-4.10']],
  [up('USER_END_SESSION', { do: 'close', code: 1011 }), ['M-11.8']],
  [down('AGENT_MESSAGE_CHUNK', { do: 'corrupt', count: 1 }), ['M-3.3', 'M-4.3', 'M-8.2']],
  [down('AGENT_MESSAGE_CHUNK', { do: 'duplicate' }), ['M-8.3']],
  [{ on: 'handshake', do: 'refuse', status: 503 }, HANDSHAKES],
  [messaging('access-token', { do: 'status', status: 500 }), ['M-2.1']],
  [messaging('sessions', { do: 'status', status: 500 }), ['M-2.2', 'M-2.9', 'R-19.1']],
  [messaging('sessions', { do: 'html' }), ['M-2.2', 'M-2.9', 'R-19.1']],
  [{ on: 'rest', host: 'outbound', do: 'throttle', perMinute: 0 }, ['M-1.5', 'R-15.4', 'R-15.5']],
  [
    { on: 'rest', host: 'base', do: 'html' },
    [
      ...['R-1.1', 'R-1.5', 'R-1.6', 'R-2.1', 'R-2.3', 'R-2.12', 'R-5.1', 'R-6.1', 'R-6.2', 'R-6.3', 'R-6.5'],
      ...['R-7.1', 'R-7.2', 'R-8.1', 'R-8.3', 'R-8.4', 'R-11.1', 'R-15.6', 'R-16.1', 'R-17.1', 'R-17.2'],
    ],
  ],
  [
    { on: 'rest', host: 'platform', do: 'status', status: 500 },
    [
      ...[
        'R-1.1',
        'R-1.5',
        'R-1.6',
        'R-2.1',
        'R-3.2',
        'R-4.2',
        'R-4.5',
        'R-10.1',
        'R-10.2',
        'R-10.3',
        'R-10.4',
      ],
      ...['R-10.5', 'R-12.1', 'R-12.2', 'R-12.3', 'R-14.1'],
    ],
  ],
];

const start = (test: TestContext) =>
  startPlatform(test, { controlKey: KEY, conversations: { count: 50, seed: 1 } });
const brokenOf = ({ report }: Awaited<ReturnType<typeof runAgainst>>) =>
  report?.rules.filter(({ outcome }) => outcome === 'broken').map(({ rule }) => rule);

// They mostly wait, so they run at the same time.
describe.concurrent('faults of the embedded platform', () => {
  it.for(FAULTS)('%o', async ([fault, broken], test) => {
    const emulator = await start(test);
    await injectFaults(emulator, fault);
    // The REST hosts are slower to read than a conversation.
    const isOfRest = 'host' in fault && fault.host !== 'messaging';
    const run = await runAgainst(emulator, isOfRest ? { writes: true } : { env: NO_REST });
    expect([run.status, brokenOf(run)]).toEqual([1, broken]);
  });

  it('handshakes without an answer are told so, and only two are waited for', async (test) => {
    const emulator = await start(test);
    await injectFaults(emulator, { on: 'handshake', do: 'slow', inMs: 120_000 });
    const { status, report } = await runAgainst(emulator);
    const of = (id: string) => report?.rules.find(({ rule }) => rule === id);
    expect([status, of('M-3.1')?.came, of('M-3.5')?.why]).toEqual([
      1,
      'no answer to the handshake in 10 s',
      'the host gave no answer to 2 handshakes',
    ]);
  });

  it('a host that answers nothing is told so, and only two calls are waited for', async (test) => {
    const emulator = await start(test);
    await injectFaults(emulator, { on: 'rest', host: 'base', do: 'slow', inMs: 120_000 });
    const { status, report } = await runAgainst(emulator);
    const of = (id: string) => report?.rules.find(({ rule }) => rule === id);
    expect([status, of('R-5.1')?.came, of('R-7.1')?.why]).toEqual([
      1,
      'no answer in 10 s',
      'the host gave no answer to 2 calls',
    ]);
  });
});
