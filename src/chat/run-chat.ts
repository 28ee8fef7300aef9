import { createEmitter } from '../base/emitter.ts';
import { unreachable } from '../base/unreachable.ts';
import { encode } from '../protocol/codec.ts';
import { type Platform, socketUrl } from '../protocol/relay.ts';
import type { Chat, ChatEvents } from './chat.ts';
import { defaultPorts, type Ports } from './ports.ts';
import { createSignals } from './publish.ts';
import { createRelayClient } from './relay-client.ts';
import type { RelayAnswer } from './session.ts';
import type { OpenSocket } from './socket.ts';
import { dueAt, type Effect, type Happening, type Input, initialState } from './state.ts';
import { step } from './step.ts';

export interface ChatOptions {
  /** The relay's address, https unless on loopback. */
  readonly relay: string;
  /** Where the page runs; default `web`. */
  readonly platform?: Platform | undefined;
  /** Answers arrive in chunks; default true. */
  readonly streaming?: boolean | undefined;
  /** BCP 47 tag told to the relay. */
  readonly locale?: string | undefined;
  readonly ports?: Partial<Ports> | undefined;
}

export interface Seams {
  /** Hears of every step: what happened, and what the shell is about to do. */
  readonly tap?: ((input: Input, effects: readonly Effect[]) => void) | undefined;
  readonly step?: typeof step;
}

/** The shell of one conversation: feeds the steps, performs their effects, publishes the state. */
export function runChat(options: ChatOptions, seams: Seams = {}): Chat {
  const ports: Ports = { ...defaultPorts(options.relay), ...options.ports };
  const { clock, store, surroundings } = ports;
  const relay = createRelayClient(
    options.relay,
    { platform: options.platform ?? 'web', streaming: options.streaming ?? true, locale: options.locale },
    ports,
  );
  const emitter = createEmitter<ChatEvents>();
  const sockets = new Map<number, OpenSocket>();
  const calls = new Map<number, AbortController>();
  const pending: Input[] = [];
  /** Ended sessions that the relay does not know of yet. */
  const owed = new Set<string>();
  let state = initialState({ isOnline: surroundings.isOnline() });
  const signals = createSignals(state);
  let isDisposed = false;
  let isStepping = false;
  let timer: { readonly at: number; readonly cancel: () => void } | null = null;
  let unwatch = () => {};

  /** Steps run one after another: an input that comes out of an effect waits for its turn. */
  function happen(happening: Happening): void {
    if (isDisposed) return;
    pending.push({ ...happening, at: clock.now(), roll: ports.random() });
    if (isStepping) return;
    isStepping = true;
    for (let input = pending.shift(); input && !isDisposed; input = pending.shift()) {
      const [next, effects] = (seams.step ?? step)(state, input);
      seams.tap?.(input, effects);
      state = next;
      signals.publish(state);
      for (const effect of effects) perform(effect);
    }
    isStepping = false;
    setTimer();
  }

  /** One timer for all deadlines; one that has moved away is left to fire early and be set again. */
  function setTimer(): void {
    const due = isDisposed ? null : dueAt(state);
    if (due !== null && timer && timer.at <= due) return;
    timer?.cancel();
    timer = null;
    if (due === null) return;
    const cancel = clock.after(Math.max(0, due - clock.now()), () => {
      timer = null;
      happen({ is: 'tick' });
    });
    timer = { at: due, cancel };
  }

  /** spec messaging §11: the relay is told of an end when that is possible. */
  function pay(): void {
    if (!surroundings.isOnline()) return;
    for (const sessionId of owed) relay.forget(sessionId);
    owed.clear();
  }

  function aborterOf(call: number): AbortSignal {
    const aborter = new AbortController();
    calls.set(call, aborter);
    return aborter.signal;
  }

  async function answered(call: number, answer: RelayAnswer | Promise<RelayAnswer>): Promise<void> {
    const it = await answer;
    if (calls.delete(call)) happen({ is: 'relay-answered', call, answer: it });
  }

  /** Pages that open at one instant begin one session: the first creates it, the others find it stored. */
  function create(call: number, signal: AbortSignal): void {
    store.exclusively(() => {
      const sessionId = store.read();
      return answered(call, sessionId === null ? relay.create(signal) : { is: 'begun-elsewhere', sessionId });
    }, signal);
  }

  function perform(effect: Effect): void {
    switch (effect.do) {
      case 'call-relay': {
        const { purpose, call } = effect;
        const signal = aborterOf(call);
        if (purpose.how === 'create') create(call, signal);
        else void answered(call, relay.resume(purpose.sessionId, signal));
        return;
      }
      case 'ask-state':
        void answered(effect.call, relay.state(effect.sessionId, aborterOf(effect.call)));
        return;
      case 'abandon-call':
        calls.get(effect.call)?.abort();
        calls.delete(effect.call);
        return;
      case 'forget-session':
        owed.add(effect.sessionId);
        return pay();
      case 'open-socket':
        return open(effect.socket, effect.url);
      case 'renew-socket':
        return void renew(effect);
      case 'close-socket':
        sockets.get(effect.socket)?.close();
        sockets.delete(effect.socket);
        return;
      case 'send-frame':
        return sockets.get(effect.socket)?.send(encode(effect.command, effect.dialect));
      case 'remember':
        return store.write(effect.sessionId);
      case 'forget':
        if (store.read() === effect.sessionId) store.clear();
        return;
      case 'emit':
        return emitter.emit(effect.name, effect.detail as never);
      default:
        return unreachable(effect);
    }
  }

  function open(socket: number, url: string): void {
    sockets.set(
      socket,
      ports.openSocket(url, {
        opened: () => happen({ is: 'socket-opened', socket }),
        text: (text) => happen({ is: 'frame', socket, text }),
        binary: () => happen({ is: 'binary-frame', socket }),
        closed(code) {
          sockets.delete(socket);
          happen({ is: 'socket-closed', socket, code });
        },
      }),
    );
  }

  async function renew({ socket, sessionId, cursor }: Effect & { do: 'renew-socket' }): Promise<void> {
    const aborter = new AbortController();
    sockets.set(socket, { send() {}, close: () => aborter.abort() });
    const answer = await relay.resume(sessionId, aborter.signal);
    if (aborter.signal.aborted) return;
    if (answer.is === 'grant') return open(socket, socketUrl(answer.grant, cursor));
    sockets.delete(socket);
    happen({ is: 'socket-closed', socket, code: 1006 });
  }

  const look = () => happen({ is: surroundings.isOnline() ? 'online' : 'offline' });
  const reread = () => happen({ is: 'stored', sessionId: store.read() });

  function watch(): void {
    const unwatchStore = store.watch(reread);
    const unwatchPage = surroundings.watch((news) => {
      // While the page was away nobody told it of the others, nor of the network.
      if (news === 'pageshow') reread();
      if (news === 'pageshow' || news === 'visible') look();
      happen({ is: news });
      pay();
    });
    unwatch = () => {
      unwatchStore();
      unwatchPage();
    };
    look();
  }

  function start(): void {
    if (!isDisposed && state.session.at === 'none') watch();
    happen({ is: 'start', storedSessionId: store.read() });
  }

  function send(text: string): void {
    start();
    happen({ is: 'send', id: ports.uuid(), text });
  }

  const { publish: _publish, ...readonlySignals } = signals;
  return {
    ...readonlySignals,
    isStored: () => store.read() !== null,
    start,
    rest: () => happen({ is: 'rest' }),
    send,
    retry(id) {
      const entry = signals.entry(id).peek();
      if (entry?.kind !== 'message' || !entry.canRetry) return;
      if (entry.delivery === 'failed') happen({ is: 'retry', id });
      else send(entry.text);
    },
    setTyping: (isTyping) => happen({ is: 'typing', isTyping }),
    end: () => happen({ is: 'end' }),
    restart: () => happen({ is: 'restart' }),
    reconnect: () => happen({ is: 'reconnect' }),
    on: emitter.on,
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      unwatch();
      timer?.cancel();
      for (const aborter of calls.values()) aborter.abort();
      calls.clear();
      for (const socket of sockets.values()) socket.close();
      sockets.clear();
      emitter.clear();
    },
  };
}
