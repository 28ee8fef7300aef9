import type { Page } from './page.ts';
import { project, type Shown, shown } from './projection.ts';
import { clientIdOf, type Session, type StoredEvent } from './session.ts';
import type { World } from './world.ts';

/** A page once everything has settled. */
export interface PageOutcome extends Shown {
  readonly status: string;
  readonly sessionId: string | null;
  readonly isTyping: boolean;
  /** Messages that are still on their way, or still grow. */
  readonly unsettled: readonly string[];
}

/** What all pages show and the browser keeps: as it is, and as the journals have it. */
export interface Judgement {
  readonly is: { readonly stored: string | null; readonly pages: readonly PageOutcome[] };
  readonly due: Judgement['is'];
  /** Rules about the journals that do not hold. */
  readonly broken: readonly string[];
}

const NOTHING: Shown = { lines: [], handoff: 'none', language: null, suggestions: [] };
/** The first and its three repeats (I6). */
const JOIN_REQUESTS = 4;

function outcomeOf({ chat, sessions }: Page): PageOutcome {
  const unsettled = chat.transcript.value.flatMap((it) =>
    it.kind === 'message' && (it.streaming || it.delivery === 'sending') ? [it.text] : [],
  );
  return {
    ...shown(chat),
    status: chat.connection.value,
    sessionId: sessions.id(),
    isTyping: chat.typing.value !== null,
    unsettled,
  };
}

/** The visitor's own words, whatever has become of them since. */
const wordsOf = ({ lines }: Shown): string[] =>
  lines.flatMap((line) => (line.startsWith('user: ') ? [line.replace(/ \[\w+\]$/, '')] : []));

function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of part) {
    at = whole.indexOf(line, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** What a page of a session that is over has to show: all of it when it was told so, else nothing that is not there (H2). */
function dueAfterTheEnd(page: Page, is: PageOutcome, world: World): PageOutcome {
  const session = world.platform.sessions.get(is.sessionId ?? '');
  const isForNoReason =
    session?.state === 'open' && !world.pages.some((it) => it.sessions.hasEnded(session.id));
  const whole = session ? project(session.journal) : NOTHING;
  const isWhole = page.sessions.hasHeardTheEnd() || !isPartOf(wordsOf(is), wordsOf(whole));
  return {
    ...is,
    ...(isWhole ? whole : { handoff: 'none', suggestions: [] }),
    status: isForNoReason ? 'online' : 'ended',
    isTyping: false,
    unsettled: [],
  };
}

/** H5: what went out once and for all stands in the journal in the order in which it was said. */
function isInOrder(page: Page, journal: readonly StoredEvent[]): boolean {
  const stored = journal.map(clientIdOf);
  const said = page.smooth().filter((id) => stored.includes(id));
  return isPartOf(
    said,
    stored.filter((id) => id !== undefined),
  );
}

function brokenIn(session: Session, { pages }: World): string[] {
  const allowed = pages.reduce((sum, page) => sum + page.asks(), JOIN_REQUESTS);
  const clients = session.journal.flatMap(({ stem, metadata }) =>
    stem === 'USER_MESSAGE' ? [JSON.stringify(metadata)] : [],
  );
  const twice = clients.filter((id, at) => clients.indexOf(id) < at);
  return [
    ...(session.joinRequests > allowed ? [`I6: ${session.joinRequests} requests for the agent`] : []),
    ...twice.map((id) => `R2: ${id} is stored twice`),
    ...pages
      .filter((page) => !isInOrder(page, session.journal))
      .map(() => 'H5: stored in another order than said'),
  ];
}

export function judge(world: World): Judgement {
  const open = world.pages.filter((page) => !page.isClosed());
  const stored = world.storedId();
  const session = world.platform.sessions.get(stored ?? '');
  const isAlive = session?.state === 'open';
  const pages = open.map(outcomeOf);
  return {
    is: { stored, pages },
    due: {
      stored: isAlive ? stored : null,
      pages: open.map((page, at) => {
        const is = pages[at] as PageOutcome;
        if (!isAlive) return dueAfterTheEnd(page, is, world);
        return {
          ...project(session.journal),
          status: 'online',
          sessionId: session.id,
          isTyping: false,
          unsettled: [],
        };
      }),
    },
    broken: [
      ...(isAlive && !session.hasAgent ? ['§7: nobody has asked for the agent'] : []),
      ...[...world.platform.sessions.values()].flatMap((it) => brokenIn(it, world)),
    ],
  };
}
