import type { Chat } from '../../../src/chat/index.ts';
import { type Client, createClient, type Outside, type Whereabouts } from './client.ts';

/** One page of the browser with the real client in it, held to the rules that hold at every moment. */
export interface Page {
  readonly chat: Chat;
  readonly sessions: Client['sessions'];
  isClosed(): boolean;
  /** In the back-forward cache. */
  isAway(): boolean;
  /** How often the visitor asked for an agent that was not to be had. */
  asks(): number;
  /** What the visitor said here that went out once and for all, by client id, in order. */
  smooth(): readonly string[];
  say(text: string): void;
  /** Sends a failed message again, when there is one. */
  retry(): void;
  end(): void;
  restart(): void;
  reconnect(): void;
  start(): void;
  /** The browser says what has become of the network; `isCut`: the sockets have broken already. */
  network(news: 'online' | 'offline', isCut: boolean): void;
  /** The page is looked at again. */
  look(): void;
  /** Into the back-forward cache, unless a call is under way that keeps the browser from it. */
  hide(): void;
  show(): void;
  /** The machine goes to sleep, or has slept. */
  slept(isDead: boolean): void;
  close(): void;
  /** Called after every movement of the clock. */
  watch(): void;
}

const pictureOf = (chat: Chat): readonly unknown[] => [
  chat.connection.value,
  chat.transcript.value,
  chat.typing.value,
];

export const isUnavailable = (chat: Chat): boolean =>
  chat.transcript.value.some((it) => it.kind === 'notice' && it.notice === 'agent_unavailable');

export function createPage(
  name: string,
  isOnline: boolean,
  outside: Outside & { broken(rule: string): void },
): Page {
  const { happened } = outside;
  const broken = (rule: string) => outside.broken(`${name}: ${rule}`);
  const at: Whereabouts = { isAway: false, isClosed: false };
  const client = createClient(name, outside, at, broken);
  const { chat, surroundings, clock, store, frames, links, sessions, transcript } = client;
  let asks = 0;
  let wasOnline = isOnline;
  let lastPicture: readonly unknown[] = [];
  const said: string[] = [];
  surroundings.set(isOnline);

  /** Whoever speaks to an agent that was asked in vain asks once more. */
  const ask = () => {
    if (isUnavailable(chat)) asks += 1;
  };
  const isBusy = () => client.calls() > 0 || store.tasks() > 0;

  function checkLeft(): void {
    const left = {
      timers: clock.waiting(),
      listeners: surroundings.listeners() + store.watchers(),
      sockets: links.isAtRest() ? 0 : 1,
      calls: client.calls() + store.tasks(),
    };
    if (Object.values(left).some((it) => it > 0)) broken(`I19: dispose() leaves ${JSON.stringify(left)}`);
  }

  return {
    chat,
    sessions,
    isClosed: () => at.isClosed,
    isAway: () => at.isAway,
    asks: () => asks,
    smooth: () => said.filter((id) => frames.sends(id) === 1 && !transcript.hasFailed(id)),
    say(text) {
      ask();
      if (chat.connection.value === 'idle') links.nudged();
      chat.send(text);
      said.push(client.lastId());
      transcript.said(client.lastId());
    },
    retry() {
      const failed = chat.transcript.value.find((it) => it.kind === 'message' && it.canRetry);
      if (!failed) return;
      happened('client: a failed message is tried again');
      ask();
      links.nudged();
      transcript.said(failed.id);
      chat.retry(failed.id);
    },
    end() {
      sessions.ends();
      chat.end();
    },
    restart() {
      sessions.restarts();
      chat.restart();
    },
    reconnect() {
      ask();
      links.nudged();
      chat.reconnect();
    },
    start() {
      links.nudged();
      chat.start();
    },
    network(news, isCut) {
      if (news === 'offline' && isCut) client.link()?.cut(1006);
      surroundings.set(news === 'online');
      if (at.isAway || wasOnline === (news === 'online')) return;
      wasOnline = news === 'online';
      if (wasOnline) links.nudged();
      surroundings.tell(news);
    },
    look() {
      links.nudged();
      surroundings.tell('visible');
    },
    hide() {
      if (at.isAway || isBusy()) return;
      happened('page: into the back-forward cache');
      surroundings.tell('pagehide');
      if (!links.isAtRest()) broken('R6: a socket of a page that was left');
      at.isAway = true;
      clock.freeze();
    },
    show() {
      if (!at.isAway) return;
      at.isAway = false;
      links.nudged();
      // Nobody tells of what the network did meanwhile.
      wasOnline = surroundings.isOnline();
      surroundings.tell('pageshow');
      clock.thaw();
    },
    slept(isDead) {
      links.nudged();
      if (isDead) client.link()?.die();
    },
    close() {
      chat.dispose();
      chat.dispose();
      at.isClosed = true;
      lastPicture = pictureOf(chat);
      checkLeft();
    },
    watch() {
      if (at.isClosed) {
        if (pictureOf(chat).some((it, i) => it !== lastPicture[i])) broken('I19: a change after dispose()');
        return;
      }
      happened(`status: ${chat.connection.value}`);
      transcript.look();
      sessions.look();
      if (chat.connection.value === 'online' && !links.isOpen()) broken('I12: online without an open socket');
      if (clock.waiting() > 1) broken(`I2: ${clock.waiting()} timers`);
    },
  };
}
