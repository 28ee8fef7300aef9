import { createEmitter, reportLater } from '../../base/emitter.ts';
import { own } from '../../base/own.ts';
import { unreachable } from '../../base/unreachable.ts';
import { encode } from '../../protocol/codec.ts';
import { type Platform, socketUrl } from '../../protocol/relay.ts';
import type { Chat, ChatEvents } from '../chat.ts';
import type { RelayAnswer } from '../model/session.ts';
import { dueAt, type Effect, type Input, type InputBody, initialState } from '../model/state.ts';
import { step } from '../steps/step.ts';
import { defaultPorts, type Ports } from './ports.ts';
import { createSignals } from './publish.ts';
import { createRelayClient } from './relay-client.ts';
import type { OpenSocket } from './socket.ts';

export interface ChatOptions {
  /** URL of the relay, https unless on loopback. */
  readonly relay: string;
  /** Platform of the page; default `web`. */
  readonly platform?: Platform | undefined;
  /** Answers arrive in chunks; default true. */
  readonly streaming?: boolean | undefined;
  /** BCP 47 tag that is sent to the relay. */
  readonly locale?: string | undefined;
  readonly ports?: Partial<Ports> | undefined;
}

export interface ChatHooks {
  /** Called for every step with its input, before its effects are performed. */
  readonly onStep?: ((input: Input, effects: readonly Effect[]) => void) | undefined;
  readonly step?: typeof step;
}

/** Runs one conversation: passes inputs to `step`, performs the effects, publishes the state. */
export function runChat(given: ChatOptions, givenHooks: ChatHooks = {}): Chat {
  const options = own(given);
  const hooks = own(givenHooks);
  const ports: Ports = {
    ...defaultPorts(options.relay),
    // The question goes by the browser's own fetch: who has replaced that one answers the question, too.
    ...(options.ports?.fetch && { isRefused: async () => false }),
    ...options.ports,
  };
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
  /** Ended sessions that the relay has not been told of yet. */
  const pendingDeletes = new Set<string>();
  let state = initialState({ isOnline: surroundings.isOnline() });
  const signals = createSignals(state);
  let isDisposed = false;
  let isStepping = false;
  /** Input with words that is applied once more, after the failure that it caused. */
  let lastRescued: Input | undefined;
  let timer: { readonly at: number; readonly cancel: () => void } | null = null;
  let unwatch = () => {};

  /** Runs one step after another: an input that an effect causes is queued. */
  function dispatch(body: InputBody): void {
    if (isDisposed) return;
    pending.push({ ...body, at: clock.now(), random: ports.random() });
    if (isStepping) return;
    isStepping = true;
    for (let input = pending.shift(); input && !isDisposed; input = pending.shift()) {
      let effects: readonly Effect[] = [];
      try {
        // What follows a failure must not fail like it.
        [state, effects] = (input.type === 'failed' ? step : (hooks.step ?? step))(state, input);
      } catch (error) {
        fail(error, input);
      }
      hooks.onStep?.(input, effects);
      try {
        signals.publish(state);
      } catch (error) {
        // A bug of the embedding page's subscriber. The signals themselves are set.
        reportLater(error);
      }
      try {
        for (const effect of effects) perform(effect);
      } catch (error) {
        fail(error);
      }
    }
    isStepping = false;
    setTimer();
  }

  function disconnect(): void {
    for (const aborter of calls.values()) aborter.abort();
    calls.clear();
    for (const socket of sockets.values()) {
      try {
        socket.close();
      } catch {
        // It is gone anyway.
      }
    }
    sockets.clear();
  }

  /** M-12.21: replaces the model, which cannot be trusted any more, by one that shows the failure. Words are not lost with it. */
  function fail(error: unknown, input?: Input): void {
    if (isDisposed) return;
    // biome-ignore lint/suspicious/noConsole: the script tag has no event log.
    console.error('foyer:', error);
    disconnect();
    const words = pending.splice(0).filter(({ type }) => type === 'send');
    if (input?.type === 'send' && input !== lastRescued) words.unshift(input);
    lastRescued = input;
    const { message = String(error), stack: reason = message } = (error ?? {}) as Partial<Error>;
    // The address of a socket contains a token.
    dispatch({
      type: 'failed',
      message: message.replace(/\?\S*/g, ''),
      reason,
      storedSessionId: store.read(),
    });
    pending.push(...words);
  }

  /** Sets the single timer of all deadlines. A deadline that has moved away leaves the timer to fire early. */
  function setTimer(): void {
    const due = isDisposed ? null : dueAt(state);
    if (due !== null && timer && timer.at <= due) return;
    timer?.cancel();
    timer = null;
    if (due === null) return;
    const cancel = clock.after(Math.max(0, due - clock.now()), () => {
      timer = null;
      dispatch({ type: 'tick' });
    });
    timer = { at: due, cancel };
  }

  /** M-11.11: tells the relay of ended sessions as soon as the browser is online. */
  function flushDeletes(): void {
    if (!surroundings.isOnline()) return;
    for (const sessionId of pendingDeletes) relay.delete(sessionId);
    pendingDeletes.clear();
  }

  function aborterOf(call: number): AbortSignal {
    const aborter = new AbortController();
    calls.set(call, aborter);
    return aborter.signal;
  }

  async function answered(call: number, answer: RelayAnswer | Promise<RelayAnswer>): Promise<void> {
    const it = await answer;
    if (calls.delete(call)) dispatch({ type: 'relay-answered', call, answer: it });
  }

  /** Creates a session. When pages open at the same time the first one creates it and the others find it in the store. */
  function create(call: number, signal: AbortSignal): void {
    store.exclusively(() => {
      const sessionId = store.read();
      return answered(
        call,
        sessionId === null ? relay.create(signal) : { type: 'created-elsewhere', sessionId },
      );
    }, signal);
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'call-relay': {
        const { purpose, call } = effect;
        const signal = aborterOf(call);
        if (purpose.type === 'create') create(call, signal);
        else void answered(call, relay.resume(purpose.sessionId, signal));
        return;
      }
      case 'check-session':
        void answered(effect.call, relay.state(effect.sessionId, aborterOf(effect.call)));
        return;
      case 'abort-call':
        calls.get(effect.call)?.abort();
        calls.delete(effect.call);
        return;
      case 'delete-session':
        pendingDeletes.add(effect.sessionId);
        return flushDeletes();
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
      case 'store-session':
        return store.write(effect.sessionId);
      case 'clear-stored-session':
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
        opened: () => dispatch({ type: 'socket-opened', socket }),
        text: (text) => dispatch({ type: 'frame', socket, text }),
        binary: () => dispatch({ type: 'binary-frame', socket }),
        closed(code) {
          sockets.delete(socket);
          dispatch({ type: 'socket-closed', socket, code });
        },
      }),
    );
  }

  async function renew({ socket, sessionId, cursor }: Effect & { type: 'renew-socket' }): Promise<void> {
    const aborter = new AbortController();
    sockets.set(socket, { send() {}, close: () => aborter.abort() });
    const answer = await relay.resume(sessionId, aborter.signal);
    if (aborter.signal.aborted) return;
    if (answer.type === 'grant') return open(socket, socketUrl(answer.grant, cursor));
    sockets.delete(socket);
    dispatch({ type: 'socket-closed', socket, code: 1006 });
  }

  const reportNetwork = () => dispatch({ type: surroundings.isOnline() ? 'online' : 'offline' });
  const reportStore = (isWiped = false) => dispatch({ type: 'stored', sessionId: store.read(), isWiped });

  function watch(): void {
    // A conversation that was forgotten (M-3.14) was watched.
    unwatch();
    const unwatchStore = store.watch(reportStore);
    const unwatchPage = surroundings.watch((news) => {
      // A page in the back-forward cache gets no events of the store and the network.
      if (news === 'pageshow') reportStore();
      if (news === 'pageshow' || news === 'visible') reportNetwork();
      dispatch({ type: news });
      flushDeletes();
    });
    unwatch = () => {
      unwatchStore();
      unwatchPage();
    };
    reportNetwork();
  }

  function start(newSince?: number): void {
    if (!isDisposed && state.session.status === 'none') watch();
    dispatch({ type: 'start', storedSessionId: store.read(), newSince });
  }

  function send(text: string): void {
    start();
    dispatch({ type: 'send', id: ports.uuid(), text });
  }

  const { publish: _publish, ...readonlySignals } = signals;
  return {
    ...readonlySignals,
    isStored: () => store.read() !== null,
    start: () => start(),
    resume: (newSince) => state.session.status === 'none' && store.read() !== null && start(newSince),
    rest: () => dispatch({ type: 'rest' }),
    send,
    retry(id) {
      const entry = signals.entry(id).peek();
      if (entry?.kind !== 'message' || !entry.canRetry) return;
      if (entry.delivery === 'failed') dispatch({ type: 'retry', id });
      else send(entry.text);
    },
    setTyping: (isTyping) => dispatch({ type: 'typing', isTyping }),
    end: () => dispatch({ type: 'end', storedSessionId: store.read() }),
    restart: () => dispatch({ type: 'restart' }),
    reconnect: () => dispatch({ type: 'reconnect' }),
    fail: (error) => fail(error),
    on: emitter.on,
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      unwatch();
      timer?.cancel();
      disconnect();
      store.dispose?.();
      emitter.clear();
    },
  };
}
