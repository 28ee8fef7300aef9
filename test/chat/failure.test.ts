import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DebugEntry, Ports } from '../../src/chat/index.ts';
import type { Input } from '../../src/chat/model/state.ts';
import { step } from '../../src/chat/steps/step.ts';
import {
  agentJoined,
  agentMessage,
  type ChatHarness,
  chunk,
  createChatHarness,
  type ScriptedSocket,
  sessionStart,
  systemMessage,
  wireEvent,
} from '../support/chat-harness.ts';

const USER = 'EVENT_TYPE_USER_MESSAGE';

function explode(): never {
  throw new Error('poison');
}

/** Causes an input of each kind in a live conversation. */
const CAUSES: Record<Input['type'], (harness: ChatHarness) => unknown> = {
  start: ({ chat }) => chat.start(),
  rest: ({ chat }) => chat.rest(),
  seen: ({ chat }) => chat.seen(),
  send: ({ chat }) => chat.send('Another word'),
  retry({ chat, socket }) {
    socket().receiveEvent(systemMessage('Failed to forward message to live agent'));
    chat.retry('client-1');
  },
  typing: ({ chat }) => chat.setTyping(true),
  end: ({ chat }) => chat.end(),
  restart: ({ chat }) => chat.restart(),
  reconnect: ({ chat }) => chat.reconnect(),
  'context-settled': ({ answerContext }) => answerContext(null),
  'relay-answered': ({ socket }) => socket().drop(4001),
  async 'socket-opened'({ socket, advance }) {
    socket().drop();
    await advance(1_000);
    socket().accept();
  },
  frame: ({ socket }) => socket().receiveEvent(agentMessage(5, 'Poison')),
  'binary-frame': ({ socket }) => socket().receiveBinary(),
  'socket-closed': ({ socket }) => socket().drop(),
  online: ({ emit }) => emit('online'),
  offline: ({ emit }) => emit('offline'),
  visible: ({ emit }) => emit('visible'),
  hidden: ({ emit }) => emit('hidden'),
  pagehide: ({ emit }) => emit('pagehide'),
  pageshow: ({ emit }) => emit('pageshow'),
  stored: ({ stored }) => stored.changeFromOtherPage('session-1'),
  failed: ({ chat }) => chat.fail(new Error('poison')),
  tick: ({ advance }) => advance(30_000),
};

/** The agent joins at the request of another page, while this page is asked for a verified context. */
async function joinWhileAsked(harness: ChatHarness): Promise<ScriptedSocket> {
  const socket = await harness.connect();
  socket.receiveBatch(sessionStart({}, 'context-1'));
  await harness.advance(250);
  socket.receiveEvent(wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2));
  socket.receiveEvent(agentJoined(3));
  return socket;
}

/** A live conversation with a half-streamed answer and an unconfirmed message, whose step throws once for one kind of input. */
async function poisoned(kind: Input['type']): Promise<{ harness: ChatHarness; log: DebugEntry[] }> {
  const log: DebugEntry[] = [];
  let isArmed = false;
  const harness = createChatHarness({
    onDebug: (entry) => log.push(entry),
    step(state, input) {
      if (!isArmed || input.type !== kind) return step(state, input);
      isArmed = false;
      return explode();
    },
  });
  const socket = await (kind === 'context-settled' ? joinWhileAsked(harness) : harness.connectAndJoin());
  socket.receiveEvent(chunk(4, 'm', 1, 'Well, '));
  harness.chat.send('Mine');
  isArmed = true;
  await CAUSES[kind](harness);
  await harness.settle();
  return { harness, log };
}

const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => void printed.mockClear());
afterAll(() => void printed.mockRestore());

describe.each(Object.keys(CAUSES) as Input['type'][])('an exception in the step of the input %s', (kind) => {
  it('M-12.21: an exception ends in a visible failure without sockets and timers, and keeps the transcript', async () => {
    const { harness } = await poisoned(kind);
    const { chat, sockets, clock } = harness;
    expect({
      status: chat.connection.value,
      trouble: chat.trouble.value,
      open: sockets.filter((socket) => !socket.isClosed).length,
      timers: clock.waiting(),
      lines: harness.lines(),
    }).toEqual({
      status: 'failed',
      trouble: { code: 'internal', detail: 'poison', canRetry: true },
      open: 0,
      timers: 0,
      lines: [
        'agent: Well, ',
        ...(kind === 'retry' ? ['(system)', 'user: Mine [failed]'] : ['user: Mine [sending]']),
        ...(kind === 'send' ? ['user: Another word [sending]'] : []),
      ],
    });
    expect(printed).toHaveBeenCalledOnce();
  });

  it('M-12.21: the event log has the exception together with what led to it', async () => {
    const { log } = await poisoned(kind);
    const inputs = log.flatMap((entry) => ('in' in entry ? [entry.in] : []));
    const at = inputs.findIndex(({ type }) => type === 'failed');
    expect(inputs.slice(at - 1, at + 1)).toMatchObject([
      kind === 'failed' ? {} : { type: kind },
      { type: 'failed', reason: expect.stringContaining('Error: poison'), storedSessionId: 'session-1' },
    ]);
  });

  it('M-12.21: a retry begins a new model from the stored session', async () => {
    const { harness } = await poisoned(kind);
    harness.chat.reconnect();
    await harness.settle();
    const socket = harness.socket();
    socket.accept();
    socket.receiveBatch(
      sessionStart(),
      wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2),
      agentJoined(3),
      agentMessage(4, 'Well, done'),
    );
    await harness.advance(250);
    await harness.advance(2_000);
    expect({
      resumed: harness.calls.filter((call) => call.endsWith('resume')),
      cursor: socket.url.searchParams.get('cursor'),
      status: harness.chat.connection.value,
      trouble: harness.chat.trouble.value,
      lines: harness.lines(),
      sent: socket.sent.filter(({ type }) => type === USER).map(({ payload }) => payload),
    }).toEqual({
      resumed: ['POST /chat/sessions/session-1/resume'],
      cursor: null,
      status: 'online',
      trouble: null,
      lines: [
        'agent: Well, done',
        `user: Mine [${kind === 'retry' ? 'failed' : 'sending'}]`,
        ...(kind === 'send' ? ['user: Another word [sending]'] : []),
      ],
      sent: [
        ...(kind === 'retry' ? [] : [{ text: 'Mine' }]),
        ...(kind === 'send' ? [{ text: 'Another word' }] : []),
      ],
    });
  });
});

describe('an exception outside of the step', () => {
  it.each<[string, (ports: Partial<Ports>) => Partial<Ports>]>([
    ['opening a socket', (ports) => ({ ...ports, openSocket: explode })],
    [
      'storing the session',
      (ports) => ({ ...ports, store: { ...(ports.store as Ports['store']), write: explode } }),
    ],
  ])('M-12.21: an exception while %s ends in a visible failure', async (_, wrapPorts) => {
    const harness = createChatHarness({ wrapPorts });
    harness.chat.send('Mine');
    await harness.settle();
    expect({ trouble: harness.chat.trouble.value, lines: harness.lines() }).toEqual({
      trouble: { code: 'internal', detail: 'poison', canRetry: true },
      lines: ['user: Mine [sending]'],
    });
  });

  it('M-12.21: an exception in a subscriber of the page stops nothing', async () => {
    const reports: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (report: () => void) => reports.push(report));
    const harness = createChatHarness();
    harness.chat.connection.subscribe((status) => status === 'online' && explode());
    await harness.connectAndJoin();
    harness.chat.send('Mine');
    harness.socket().echo(USER, 4);
    vi.unstubAllGlobals();
    expect({ status: harness.chat.connection.value, lines: harness.lines() }).toEqual({
      status: 'online',
      lines: ['user: Mine [sent]'],
    });
    expect(reports[0]).toThrow('poison');
  });
});
