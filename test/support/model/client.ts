import { type Chat, createChat } from '../../../src/chat/index.ts';
import type { FakeClock } from '../fake-clock.ts';
import { type ScriptedSurroundings, type SharedStorage, scriptedSurroundings } from '../scripted-ports.ts';
import { createFrameRules, type FrameRules } from './frame-rules.ts';
import type { Link } from './link.ts';
import { createLinkRules, type LinkRules } from './link-rules.ts';
import { createPageClock, type PageClock } from './page-clock.ts';
import { createPageStore, type PageStore } from './page-store.ts';
import type { Platform } from './platform.ts';
import type { Relay } from './relay.ts';
import { createSessionRules, type SessionRules } from './session-rules.ts';
import { createTranscriptRules, type TranscriptRules } from './transcript-rules.ts';

/** Everything outside of one page. */
export interface Outside {
  readonly clock: FakeClock;
  readonly platform: Platform;
  readonly relay: Relay;
  readonly storage: SharedStorage;
  random(): number;
  happened(what: string): void;
}

/** What has become of the page that the client runs in. */
export interface Whereabouts {
  isAway: boolean;
  isClosed: boolean;
}

/** The real client on ports that keep an eye on it. */
export interface Client {
  readonly chat: Chat;
  readonly surroundings: ScriptedSurroundings;
  readonly clock: PageClock;
  readonly store: PageStore;
  readonly frames: FrameRules;
  readonly links: LinkRules;
  readonly sessions: SessionRules;
  readonly transcript: TranscriptRules;
  /** The newest. */
  link(): Link | null;
  /** The id of what the visitor said last. */
  lastId(): string;
  /** Calls of the relay that have not been answered. */
  calls(): number;
}

export function createClient(
  name: string,
  { clock, platform, relay, storage, random, happened }: Outside,
  page: Whereabouts,
  broken: (rule: string) => void,
): Client {
  const surroundings = scriptedSurroundings();
  const pageClock = createPageClock(clock);
  const store = createPageStore(storage, clock, page, broken);
  const frames = createFrameRules(broken, happened);
  const links = createLinkRules(clock, broken, happened);
  let link: Link | null = null;
  let ids = 0;
  const calls = new Set<object>();

  const unlessClosed = (what: string) => {
    if (page.isClosed) broken(`I19: ${what} after dispose()`);
  };

  const chat = createChat({
    relay: 'https://relay.example.test',
    ports: {
      clock: pageClock,
      random,
      uuid: () => `${name}-message-${++ids}`,
      store,
      surroundings,
      fetch: relay.fetchFor({
        isOnline: surroundings.isOnline,
        begins(call) {
          unlessClosed(call);
          // Nobody waits for what becomes of it.
          if (call.startsWith('DELETE')) return () => {};
          const it = {};
          calls.add(it);
          return () => calls.delete(it);
        },
        answered: (call, status) => sessions.answered(call, status),
      }),
      openSocket(address, on) {
        unlessClosed('a socket');
        if (!surroundings.isOnline()) broken('I3: a socket without a network');
        if (page.isAway) broken('I3: a socket of a page that is away');
        if (chat.connection.value === 'ended') broken('I3: a socket after the end');
        const url = new URL(address);
        const sessionId = url.searchParams.get('session_id') ?? '';
        links.asked(url);
        const mine = platform.connect(url, {
          on,
          isOnline: surroundings.isOnline,
          opened: links.opened,
          hears(frame) {
            links.heard(frame);
            transcript.heard(frame);
            sessions.heard(sessionId, frame, links.hasAll);
          },
          ended: links.ended,
        });
        link = mine;
        return {
          send(text) {
            unlessClosed('a frame');
            if (!mine.isOpen) broken('I16: a frame on a socket that is not open');
            const { frame, bytes } = frames.wrote(text);
            platform.take(mine, sessionId, frame, bytes);
          },
          close() {
            links.closedByClient();
            mine.closeByClient();
          },
        };
      },
    },
  });

  const sessions = createSessionRules({ chat, storage, begins: links.begins, broken });
  const { mayBeReplaced } = sessions;
  const transcript = createTranscriptRules({ chat, clock, mayBeReplaced, broken, happened });

  return {
    chat,
    surroundings,
    clock: pageClock,
    store,
    frames,
    links,
    sessions,
    transcript,
    link: () => link,
    lastId: () => `${name}-message-${ids}`,
    calls: () => calls.size,
  };
}
