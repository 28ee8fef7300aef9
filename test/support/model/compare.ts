import type { Page } from './page.ts';
import { project, summarize, type TranscriptSummary } from './projection.ts';
import { clientIdOf, type Session, type StoredEvent } from './session.ts';
import type { Simulation } from './simulation.ts';

/** State of a page at the end. */
export interface PageOutcome extends TranscriptSummary {
  readonly status: string;
  readonly sessionId: string | null;
  readonly isTyping: boolean;
  /** Messages that are unconfirmed or incomplete. */
  readonly unsettled: readonly string[];
}

/** Actual state of the pages and the storage, and the state that follows from the platform's journals. */
export interface Comparison {
  readonly actual: { readonly stored: string | null; readonly pages: readonly PageOutcome[] };
  readonly expected: Comparison['actual'];
  /** Rules about the journals that are violated. */
  readonly violations: readonly string[];
}

const EMPTY_TRANSCRIPT: TranscriptSummary = { lines: [], handoff: 'none', language: null, suggestions: [] };
/** Invariant I6: the first request and three repeats. */
const JOIN_REQUESTS = 4;

function outcomeOf({ chat, sessions }: Page): PageOutcome {
  const unsettled = chat.transcript.value.flatMap((entry) =>
    entry.kind === 'message' && (entry.streaming || entry.delivery === 'sending') ? [entry.text] : [],
  );
  return {
    ...summarize(chat),
    status: chat.connection.value,
    sessionId: sessions.sessionId(),
    isTyping: chat.typing.value !== null,
    unsettled,
  };
}

/** The visitor's own messages without their delivery. */
const userLines = ({ lines }: TranscriptSummary): string[] =>
  lines.flatMap((line) => (line.startsWith('user: ') ? [line.replace(/ \[\w+\]$/, '')] : []));

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of part) {
    at = whole.indexOf(line, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Expected page of an ended session: the whole journal when the page received the end, else a part of it. */
function expectedAfterEnd(page: Page, actual: PageOutcome, simulation: Simulation): PageOutcome {
  const session = simulation.platform.sessions.get(actual.sessionId ?? '');
  const isEndedWithoutReason =
    session?.state === 'open' && !simulation.pages.some((page) => page.sessions.wasEndedHere(session.id));
  const whole = session ? project(session.journal) : EMPTY_TRANSCRIPT;
  const isWhole = page.sessions.hasReceivedEnd() || !isSubsequence(userLines(actual), userLines(whole));
  return {
    ...actual,
    ...(isWhole ? whole : { handoff: 'none', suggestions: [] }),
    status: isEndedWithoutReason ? 'online' : 'ended',
    isTyping: false,
    unsettled: [],
  };
}

/** M-9.4: messages that were sent exactly once are stored in the order in which the visitor sent them. */
function isStoredInOrder(page: Page, journal: readonly StoredEvent[]): boolean {
  const stored = journal.map(clientIdOf);
  const said = page.sentOnceIds().filter((id) => stored.includes(id));
  return isSubsequence(
    said,
    stored.filter((id) => id !== undefined),
  );
}

function journalViolations(session: Session, { pages }: Simulation): string[] {
  const allowed = pages.reduce((sum, page) => sum + page.joinRetries(), JOIN_REQUESTS);
  const clients = session.journal.flatMap(({ stem, metadata }) =>
    stem === 'USER_MESSAGE' ? [JSON.stringify(metadata)] : [],
  );
  const twice = clients.filter((id, at) => clients.indexOf(id) < at);
  return [
    ...(session.joinRequests > allowed ? [`I6: ${session.joinRequests} requests for the agent`] : []),
    ...twice.map((id) => `M-9.7: ${id} is stored twice`),
    ...pages
      .filter((page) => !isStoredInOrder(page, session.journal))
      .map(() => 'M-9.4: stored in another order than sent'),
  ];
}

export function compareWithJournals(simulation: Simulation): Comparison {
  const open = simulation.pages.filter((page) => !page.isClosed());
  const stored = simulation.storedId();
  const session = simulation.platform.sessions.get(stored ?? '');
  const isAlive = session?.state === 'open';
  const pages = open.map(outcomeOf);
  return {
    actual: { stored, pages },
    expected: {
      stored: isAlive ? stored : null,
      pages: open.map((page, at) => {
        const actual = pages[at] as PageOutcome;
        if (!isAlive) return expectedAfterEnd(page, actual, simulation);
        return {
          ...project(session.journal),
          status: 'online',
          sessionId: session.id,
          isTyping: false,
          unsettled: [],
        };
      }),
    },
    violations: [
      ...(isAlive && !session.hasAgent ? ['M-7.2: no page has requested the agent'] : []),
      ...[...simulation.platform.sessions.values()].flatMap((value) => journalViolations(value, simulation)),
    ],
  };
}
