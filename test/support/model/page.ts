import type { Chat } from '../../../src/chat/index.ts';
import { type Client, createClient, type PageEnvironment } from './client.ts';
import type { PageState } from './page-store.ts';

/** Page with the real client, checked against the rules that hold at every moment. */
export interface Page {
  readonly chat: Chat;
  readonly sessions: Client['sessionRules'];
  isClosed(): boolean;
  /** True when the visitor has to retry: another connection took over, or nothing waits (M-12.20). */
  isPatient(): boolean;
  /** True while nobody looks at the conversation. */
  isResting(): boolean;
  /** True while the page is in the back-forward cache. */
  isSuspended(): boolean;
  /** Number of times that the visitor asked again for an unavailable agent (M-7.5). */
  joinRetries(): number;
  /** Client ids of the messages that this page sent exactly once, in order. */
  sentOnceIds(): readonly string[];
  send(text: string): void;
  /** Retries a failed message, if there is one. */
  retry(): void;
  end(): void;
  restart(): void;
  reconnect(): void;
  start(): void;
  rest(): void;
  /** Changes the network. `isCut`: the sockets break before the event. */
  changeNetwork(network: 'online' | 'offline', isCut: boolean): void;
  /** Makes the page visible. */
  becomeVisible(): void;
  /** Puts the page into the back-forward cache, unless a pending call prevents it. */
  suspend(): void;
  restore(): void;
  /** The machine goes to sleep or has slept. `isDead`: the socket does not survive it. */
  sleep(isDead: boolean): void;
  close(): void;
  /** Checks the rules; called after every change of the clock. */
  check(): void;
}

const snapshotOf = (chat: Chat): readonly unknown[] => [
  chat.connection.value,
  chat.transcript.value,
  chat.typing.value,
];

export const isUnavailable = (chat: Chat): boolean =>
  chat.transcript.value.some((entry) => entry.kind === 'notice' && entry.notice === 'agent_unavailable');

export function createPage(
  name: string,
  isOnline: boolean,
  environment: PageEnvironment & { violation(rule: string): void },
): Page {
  const { record } = environment;
  const violation = (rule: string) => environment.violation(`${name}: ${rule}`);
  const state: PageState = { isSuspended: false, isClosed: false };
  const client = createClient(name, environment, state, violation);
  const {
    chat,
    environment: browser,
    clock,
    store,
    frameRules,
    socketRules,
    sessionRules,
    transcriptRules,
  } = client;
  let joinRetries = 0;
  let isResting = false;
  let wasOnline = isOnline;
  let lastSnapshot: readonly unknown[] = [];
  const sentIds: string[] = [];
  browser.setOnline(isOnline);

  /** M-7.5: a message to an unavailable agent requests it once more. */
  const countJoinRetry = () => {
    if (isUnavailable(chat)) joinRetries += 1;
  };
  const hasUnsent = () =>
    chat.transcript.value.some((entry) => entry.kind === 'message' && entry.delivery === 'sending');
  const isBusy = () => client.pendingCalls() > 0 || store.pendingTasks() > 0;

  function checkDisposed(): void {
    const left = {
      timers: clock.waiting(),
      listeners: browser.listenerCount() + store.watcherCount(),
      sockets: socketRules.isIdle() ? 0 : 1,
      calls: client.pendingCalls() + store.pendingTasks(),
    };
    if (Object.values(left).some((value) => value > 0))
      violation(`I19: dispose() leaves ${JSON.stringify(left)}`);
  }

  return {
    chat,
    sessions: sessionRules,
    isClosed: () => state.isClosed,
    isPatient() {
      const isEnough = sessionRules.sessionId() === null || chat.trouble.value?.code === 'too_many_windows';
      return socketRules.wasReplaced() || (isEnough && !hasUnsent());
    },
    isResting: () => isResting,
    isSuspended: () => state.isSuspended,
    joinRetries: () => joinRetries,
    sentOnceIds: () => sentIds.filter((id) => frameRules.sendsOf(id) === 1 && !transcriptRules.hasFailed(id)),
    send(text) {
      countJoinRetry();
      if (chat.connection.value === 'idle' || chat.connection.value === 'failed') socketRules.retryAllowed();
      isResting = false;
      socketRules.wanted();
      chat.send(text);
      sentIds.push(client.lastId());
      transcriptRules.sent(client.lastId());
    },
    retry() {
      const failed = chat.transcript.value.find((entry) => entry.kind === 'message' && entry.canRetry);
      if (!failed) return;
      record('client: retries a failed message');
      countJoinRetry();
      socketRules.retryAllowed();
      transcriptRules.sent(failed.id);
      socketRules.wanted();
      chat.retry(failed.id);
    },
    end() {
      sessionRules.ended();
      chat.end();
    },
    restart() {
      sessionRules.restarted();
      socketRules.wanted();
      chat.restart();
    },
    reconnect() {
      countJoinRetry();
      socketRules.retryAllowed();
      socketRules.wanted();
      chat.reconnect();
    },
    rest() {
      isResting = true;
      chat.rest();
    },
    start() {
      isResting = false;
      socketRules.retryAllowed();
      socketRules.wanted();
      chat.start();
    },
    changeNetwork(network, isCut) {
      if (network === 'offline' && isCut) client.socket()?.cut(1006);
      browser.setOnline(network === 'online');
      if (state.isSuspended || wasOnline === (network === 'online')) return;
      wasOnline = network === 'online';
      if (wasOnline) socketRules.retryAllowed();
      else socketRules.wentOffline();
      browser.emit(network);
    },
    becomeVisible() {
      socketRules.retryAllowed();
      browser.emit('visible');
    },
    suspend() {
      if (state.isSuspended || isBusy()) return;
      record('page: into the back-forward cache');
      browser.emit('pagehide');
      if (!socketRules.isIdle()) violation('I3: a socket of a suspended page');
      state.isSuspended = true;
      clock.freeze();
    },
    restore() {
      if (!state.isSuspended) return;
      state.isSuspended = false;
      socketRules.retryAllowed();
      // A suspended page gets no events of the network.
      wasOnline = browser.isOnline();
      browser.emit('pageshow');
      clock.thaw();
    },
    sleep(isDead) {
      socketRules.retryAllowed();
      if (isDead) client.socket()?.stopPassing();
    },
    close() {
      chat.dispose();
      chat.dispose();
      state.isClosed = true;
      lastSnapshot = snapshotOf(chat);
      checkDisposed();
    },
    check() {
      if (state.isClosed) {
        if (snapshotOf(chat).some((value, i) => value !== lastSnapshot[i]))
          violation('I19: a change after dispose()');
        return;
      }
      record(`status: ${chat.connection.value}`);
      transcriptRules.check();
      sessionRules.check();
      if (chat.connection.value === 'online' && !socketRules.isOpen())
        violation('I12: online without an open socket');
      if (hasUnsent() && !state.isSuspended && chat.connection.value === 'idle')
        violation('M-3.13: it rests with an unsent message');
      if (clock.waiting() > 1) violation(`I2: ${clock.waiting()} timers`);
    },
  };
}
