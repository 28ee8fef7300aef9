import { createEmitter } from '../../base/emitter.ts';
import { own } from '../../base/own.ts';
import type { Remember } from '../../base/session-storage.ts';
import { RELAY_CALL_MS } from '../../protocol/limits.ts';
import type { PageContext } from '../../protocol/page-context.ts';
import type { Platform } from '../../protocol/relay.ts';
import type { Chat, ChatEvents } from '../chat.ts';
import { endedSessionId, sessionIdOf } from '../model/session.ts';
import { initialState, isAwaitingContext, untoldSeen } from '../model/state.ts';
import type { OnContextRequired } from './ask-for-context.ts';
import { type Performers, perform } from './effects.ts';
import { defaultPorts, type Ports } from './ports.ts';
import { createSignals } from './publish.ts';
import { createRelayCalls } from './relay-calls.ts';
import { createRelayClient } from './relay-client.ts';
import { createSockets } from './sockets.ts';
import { createStepLoop, type StepHooks } from './step-loop.ts';

export interface ChatOptions {
  /** URL of the relay, https unless on loopback. */
  readonly relay: string;
  /** Platform of the page; default `web`. */
  readonly platform?: Platform | undefined;
  /** Reach of the stored session id; default `browser`. */
  readonly remember?: Remember | undefined;
  /** Answers arrive in chunks; default true. */
  readonly streaming?: boolean | undefined;
  /** BCP 47 tag that is sent to the relay. */
  readonly locale?: string | undefined;
  /** Changes the text of each message before it is shown and sent, for example `maskSensitive`. */
  readonly mask?: ((text: string) => string) | undefined;
  /** Returns the facts about the visitor that each message carries, for example the number of an order. Read when a message is sent. */
  readonly pageContext?: (() => PageContext) | undefined;
  /** Returns the token about the visitor that the platform may ask for at the start of a session (M-7.10). */
  readonly onContextRequired?: OnContextRequired | undefined;
  readonly ports?: Partial<Ports> | undefined;
  /** The relay's answer to a resume of the stored session that was sent before (M-3.24). Only a grant counts. */
  readonly earlyResume?: Promise<unknown> | false | undefined;
}

const NO_QUESTION = { askForContext: async () => 'failed' as const };

/** Runs one conversation: passes inputs to `step`, performs the effects, publishes the state. */
export function runChat(given: ChatOptions, hooks: StepHooks = {}): Chat {
  const options = own(given);
  const ports: Ports = {
    ...defaultPorts(options.relay, options.remember),
    // The check uses the browser's own fetch, unless the embedder has replaced `fetch` and so answers the check, too.
    ...(options.ports?.fetch && { isRefused: async () => false }),
    ...options.ports,
  };
  const { store, environment } = ports;
  const relay = createRelayClient(
    options.relay,
    { platform: options.platform ?? 'web', streaming: options.streaming ?? true, locale: options.locale },
    ports,
    options.earlyResume,
  );
  const emitter = createEmitter<ChatEvents>();
  const initial = initialState({
    network: environment.isOnline() ? { status: 'online' } : { status: 'offline', tryAt: 0 },
  });
  const { publish, ...signals } = createSignals(initial);
  const loop = createStepLoop(initial, {
    ports,
    hooks: own(hooks),
    publish,
    perform: (effect) => perform(performers, effect),
    disconnect,
  });
  const { dispatch } = loop;
  const calls = createRelayCalls(relay, ports, dispatch);
  const sockets = createSockets(ports, relay, () => loop.state().conversation.progress.cursor, dispatch);
  const performers: Performers = {
    ...calls.performers,
    ...sockets.performers,
    async 'ask-context'(required) {
      const { sessionId } = required;
      // Few platforms ask, so this code is lazy. A page that cannot load it has no token.
      const { askForContext } = await import('./ask-for-context.ts').catch(() => NO_QUESTION);
      const outcome = await askForContext(required, options.onContextRequired, (token) =>
        loop.isRunning() && isAwaitingContext(loop.state(), sessionId)
          ? relay.submitContext(sessionId, token)
          : 'timed-out',
      );
      dispatch({ type: 'context-settled', sessionId, outcome });
    },
    'tell-seen': ({ sessionId, sequence }) => relay.tellSeen(sessionId, sequence),
    'store-session': ({ sessionId }) => store.write(sessionId),
    'clear-stored-session': ({ sessionId }) => store.read() === sessionId && store.clear(),
    emit: ({ name, detail }) => emitter.emit(name, detail as never),
  };
  let unwatch = () => {};
  /** Time limit for the answer to feedback. */
  const rating = new Set<() => void>();

  function disconnect(): void {
    calls.abortAll();
    sockets.closeAll();
  }

  const isStarted = () => loop.state().session.status !== 'none';
  const reportNetwork = () => dispatch({ type: environment.isOnline() ? 'online' : 'offline' });
  const reportStore = (isWiped = false) => dispatch({ type: 'stored', sessionId: store.read(), isWiped });

  function watch(): void {
    // A forgotten conversation (M-3.14) was watched.
    unwatch();
    const unwatchStore = store.watch(reportStore);
    const unwatchPage = environment.watch((event) => {
      // A page in the back-forward cache gets no storage and network events.
      if (event === 'pageshow') reportStore();
      if (event === 'pageshow' || event === 'visible') reportNetwork();
      dispatch({ type: event });
      calls.flushDeletes();
    });
    unwatch = () => {
      unwatchStore();
      unwatchPage();
    };
    reportNetwork();
  }

  function start(newSince?: number): void {
    if (loop.isRunning() && !isStarted()) watch();
    dispatch({ type: 'start', storedSessionId: store.read(), newSince });
  }

  function send(text: string): string | undefined {
    // A page without types may pass anything.
    if (typeof text !== 'string') return;
    start();
    const id = ports.uuid();
    dispatch({
      type: 'send',
      id,
      text: options.mask?.(text) ?? text,
      pageContext: options.pageContext?.(),
    });
    return signals.entry(id).peek() && id;
  }

  return {
    ...signals,
    isStored: () => store.read() !== null,
    start: () => start(),
    resume: (newSince) => !isStarted() && store.read() !== null && start(newSince),
    rest: () => dispatch({ type: 'rest' }),
    seen: () => dispatch({ type: 'seen' }),
    send,
    retry(id) {
      const entry = signals.entry(id).peek();
      if (entry?.kind !== 'message' || !entry.canRetry) return;
      if (entry.delivery === 'failed') dispatch({ type: 'retry', id, pageContext: options.pageContext?.() });
      else send(entry.text);
    },
    setTyping: (isTyping) => dispatch({ type: 'typing', isTyping }),
    end: () => dispatch({ type: 'end', storedSessionId: store.read() }),
    async rate(feedback) {
      const { session, conversation } = loop.state();
      const sessionId = sessionIdOf(session) ?? endedSessionId(session);
      if (sessionId === null || !loop.isRunning()) return false;
      const isTaken = await new Promise<boolean>((resolve) => {
        const settle = (isTaken = false) => {
          cancel();
          rating.delete(settle);
          resolve(isTaken);
        };
        // M-14.10: one call may take 10 s.
        const cancel = ports.clock.after(RELAY_CALL_MS, settle);
        rating.add(settle);
        relay.rate(sessionId, feedback, conversation.csatRequest).then(settle);
      });
      if (isTaken) emitter.emit('feedback', { sessionId, ...feedback });
      return isTaken;
    },
    restart: () => dispatch({ type: 'restart' }),
    reconnect: () => dispatch({ type: 'reconnect' }),
    fail: loop.fail,
    on: emitter.on,
    dispose() {
      if (!loop.isRunning()) return;
      const untold = untoldSeen(loop.stop());
      if (untold) relay.tellSeen(untold.sessionId, untold.sequence);
      unwatch();
      disconnect();
      for (const giveUp of rating) giveUp();
      store.dispose?.();
      emitter.clear();
    },
  };
}
