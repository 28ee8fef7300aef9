import { createEmitter } from '../base/emitter.ts';
import { unreachable } from '../base/unreachable.ts';
import { decode, encode } from '../protocol/codec.ts';
import type { Platform } from '../protocol/relay.ts';
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

/**
 * One visitor's conversation without any view. Nothing is requested or stored before `start()`; after `dispose()` no
 * timer, listener or socket is left. Never throws on what the network brings.
 */
export function createChat(options: ChatOptions): Chat {
  const ports: Ports = { ...defaultPorts(options.relay), ...options.ports };
  const { clock } = ports;
  const relay = createRelayClient(
    options.relay,
    { platform: options.platform ?? 'web', streaming: options.streaming ?? true, locale: options.locale },
    ports,
  );
  const emitter = createEmitter<ChatEvents>();
  const sockets = new Map<number, OpenSocket>();
  const calls = new Map<number, AbortController>();
  const pending: Input[] = [];
  let state = initialState(ports.surroundings.isOnline());
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
      const [next, effects] = step(state, input);
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

  function ask(call: number, answer: (signal: AbortSignal) => Promise<RelayAnswer>): void {
    const aborter = new AbortController();
    calls.set(call, aborter);
    void answer(aborter.signal).then((it) => {
      if (!calls.delete(call)) return;
      happen({ is: 'relay-answered', call, answer: it });
    });
  }

  function perform(effect: Effect): void {
    switch (effect.do) {
      case 'call-relay': {
        const { purpose, call } = effect;
        return ask(call, (signal) =>
          purpose.how === 'create' ? relay.create(signal) : relay.resume(purpose.sessionId, signal),
        );
      }
      case 'ask-state':
        return ask(effect.call, (signal) => relay.state(effect.sessionId, signal));
      case 'abandon-call':
        calls.get(effect.call)?.abort();
        calls.delete(effect.call);
        return;
      case 'forget-session':
        return relay.forget(effect.sessionId);
      case 'open-socket':
        return open(effect.socket, effect.url);
      case 'close-socket':
        sockets.get(effect.socket)?.close();
        sockets.delete(effect.socket);
        return;
      case 'send-frame':
        return sockets.get(effect.socket)?.send(encode(effect.command, effect.dialect));
      case 'remember':
        return ports.store.write(effect.sessionId);
      case 'forget':
        return ports.store.clear();
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
        text: (text) => happen({ is: 'frame', socket, frame: decode(text) }),
        binary: () => happen({ is: 'binary-frame', socket }),
        closed(code) {
          sockets.delete(socket);
          happen({ is: 'socket-closed', socket, code });
        },
      }),
    );
  }

  function start(): void {
    if (isDisposed || state.session.at !== 'none') return;
    unwatch = ports.surroundings.watch((news) => happen({ is: news }));
    happen({ is: ports.surroundings.isOnline() ? 'online' : 'offline' });
    happen({ is: 'start', storedSessionId: ports.store.read() });
  }

  const { publish: _publish, ...readonlySignals } = signals;
  return {
    ...readonlySignals,
    start,
    send(text) {
      start();
      happen({ is: 'send', id: ports.uuid(), text });
    },
    retry: (id) => happen({ is: 'retry', id }),
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
