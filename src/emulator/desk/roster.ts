import type { Clock } from '../../base/clock.ts';
import type { DeskEvent } from '../../protocol/desk.ts';
import type { LiveAgent } from '../model/conversation.ts';

/** The connection to one open desk page of a live agent. */
export interface PageStream {
  send(event: DeskEvent): void;
  /** Ends the stream: its live agent is not at the desk any more. */
  end(): void;
}

export interface Member {
  readonly person: LiveAgent;
  readonly pages: ReadonlySet<PageStream>;
  /** True if new visitors may come to them. */
  readonly isAvailable: boolean;
}

/** The live agents at the desk. Sessions read from it whether the desk is staffed. */
export type Roster = ReturnType<typeof createRoster>;

interface Entry extends Omit<Member, 'isAvailable'> {
  readonly pages: Set<PageStream>;
  cancelGone(): void;
}

/** Long enough for a page to reload. */
const GONE_AFTER_MS = 30_000;

export function createRoster(clock: Clock) {
  const entries = new Map<string, Entry>();
  /** Ids of live agents who take no visitors. They stay here while they are away. */
  const unavailable = new Set<string>();
  const listeners = new Set<(person: LiveAgent) => void>();

  function entryOf(person: LiveAgent) {
    const known = entries.get(person.id);
    if (known) return known;
    const entry: Entry = { person, pages: new Set(), cancelGone: () => {} };
    entries.set(person.id, entry);
    return entry;
  }

  function startGoneTimer(person: LiveAgent) {
    const entry = entryOf(person);
    entry.cancelGone();
    entry.cancelGone = clock.after(GONE_AFTER_MS, () => {
      entries.delete(person.id);
      for (const listener of listeners) listener(person);
    });
  }

  return {
    all: (): readonly Member[] =>
      [...entries.values()].map(({ person, pages }) => ({
        person,
        pages,
        isAvailable: !unavailable.has(person.id),
      })),
    /** True if a live agent who takes visitors has the page open. */
    isStaffed: () =>
      [...entries.values()].some((entry) => entry.pages.size > 0 && !unavailable.has(entry.person.id)),
    /** Adds a page. Returns an idempotent function that removes it. */
    join(person: LiveAgent, page: PageStream): () => void {
      const entry = entryOf(person);
      entry.cancelGone();
      entry.pages.add(page);
      return () => {
        if (entry.pages.delete(page) && entry.pages.size === 0) startGoneTimer(person);
      };
    },
    /** Adds a live agent who has conversations but may have no page. */
    addAbsent(person: LiveAgent): void {
      if (!entries.has(person.id)) startGoneTimer(person);
    },
    /** Removes a live agent and ends all their pages. */
    dismiss({ id }: LiveAgent): void {
      const entry = entries.get(id);
      unavailable.delete(id);
      if (!entry) return;
      entry.cancelGone();
      entries.delete(id);
      const pages = [...entry.pages];
      entry.pages.clear();
      for (const page of pages) page.end();
    },
    setAvailable({ id }: LiveAgent, isAvailable: boolean): void {
      if (isAvailable) unavailable.delete(id);
      else unavailable.add(id);
    },
    /** Calls the listener when a live agent has had no page for too long. Returns an unsubscribe function. */
    onGone(listener: (person: LiveAgent) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose(): void {
      for (const entry of entries.values()) entry.cancelGone();
      entries.clear();
      listeners.clear();
    },
  };
}
