import type { DeskChat, DeskEntry, DeskNews } from '../protocol/desk.ts';

/** A message that the platform has not said yet. */
export interface Outgoing {
  readonly id: string;
  readonly text: string;
  readonly state: 'sending' | 'failed';
}

/** What this page knows of one conversation. */
export interface Known {
  readonly entries: readonly DeskEntry[];
  readonly isTyping: boolean;
  /** How many of the visitor's messages came while it was not looked at. */
  readonly unread: number;
  readonly outgoing: readonly Outgoing[];
  readonly draft: string;
}

/** All that the page of a person at the desk shows. */
export interface DeskState {
  /** Whether the platform's news come through. */
  readonly link: 'connecting' | 'open' | 'lost';
  readonly name: string;
  readonly isAvailable: boolean;
  /** Visitors who wait, and those of this person, oldest first. */
  readonly chats: readonly DeskChat[];
  readonly known: Readonly<Record<string, Known>>;
  /** The conversation that is looked at. It stays when it is over, so that its end can be read. */
  readonly selected: string | null;
  /** What could not be done. */
  readonly complaint: string | null;
}

export const EMPTY: DeskState = {
  link: 'connecting',
  name: '',
  isAvailable: true,
  chats: [],
  known: {},
  selected: null,
  complaint: null,
};

const NOTHING: Known = { entries: [], isTyping: false, unread: 0, outgoing: [], draft: '' };

export const knownOf = (state: DeskState, id: string): Known => state.known[id] ?? NOTHING;
export const chatOf = (state: DeskState, id: string | null): DeskChat | undefined =>
  state.chats.find((it) => it.id === id);

/** What a visitor said last that tells what they want: asking for a person does not, where they said more. */
export function lastWords(entries: readonly DeskEntry[]): string | undefined {
  const askedAt = entries.findLastIndex((it) => it.text === 'agentTriggeredHandoff' && it.by === 'note');
  const said = (from: number, to?: number) => entries.slice(from, to).filter((it) => it.by === 'visitor');
  const before = said(0, askedAt + 1);
  return (said(askedAt + 1).at(-1) ?? before.at(-2) ?? before.at(-1))?.text;
}

function changed(state: DeskState, id: string, change: (known: Known) => Partial<Known>): DeskState {
  const known = knownOf(state, id);
  return { ...state, known: { ...state.known, [id]: { ...known, ...change(known) } } };
}

/** What has been said is not on its way any more. */
const unsaid = (outgoing: readonly Outgoing[], entries: readonly DeskEntry[]) =>
  outgoing.filter((it) => !entries.some(({ id }) => id === it.id));

/** How much visitors said while the link was lost; a history that is the first is not news. */
const missed = (before: readonly DeskEntry[], now: readonly DeskEntry[]) =>
  before.length === 0
    ? 0
    : now.filter((it) => it.by === 'visitor' && !before.some(({ id }) => id === it.id)).length;

/** The state after one piece of news. */
export function hear(state: DeskState, { news, detail }: DeskNews): DeskState {
  switch (news) {
    case 'desk': {
      const { name, available: isAvailable, chats } = detail;
      const isHere = (id: string) => chats.some((it) => it.id === id);
      const kept = Object.entries(state.known).filter(([id]) => id === state.selected || isHere(id));
      // Whoever is not at the desk any more is not heard to stop, either.
      const known = Object.fromEntries(
        kept.map(([id, it]) => [id, { ...it, isTyping: it.isTyping && isHere(id) }]),
      );
      return { ...state, link: 'open', name, isAvailable, chats, known };
    }
    case 'history':
      return changed(state, detail.id, ({ entries, outgoing, unread }) => ({
        entries: detail.entries,
        isTyping: false,
        unread: unread + (detail.id === state.selected ? 0 : missed(entries, detail.entries)),
        outgoing: unsaid(outgoing, detail.entries),
      }));
    case 'entry': {
      const { id, entry } = detail;
      const isUnread = entry.by === 'visitor' && id !== state.selected;
      return changed(state, id, ({ entries, outgoing, unread }) => ({
        entries: [...entries, entry],
        outgoing: unsaid(outgoing, [entry]),
        unread: unread + (isUnread ? 1 : 0),
      }));
    }
    case 'typing':
      return changed(state, detail.id, () => ({ isTyping: detail.typing }));
  }
}

export const select = (state: DeskState, selected: string | null): DeskState => {
  const next = { ...state, selected, complaint: null };
  return selected === null ? next : changed(next, selected, () => ({ unread: 0 }));
};

export const write = (state: DeskState, id: string, draft: string): DeskState =>
  changed(state, id, () => ({ draft }));

/** Something leaves, for the first time or again. */
export const send = (
  state: DeskState,
  id: string,
  { id: messageId, text }: Omit<Outgoing, 'state'>,
): DeskState =>
  changed(state, id, ({ outgoing }) => ({
    outgoing: [
      ...outgoing.filter((it) => it.id !== messageId),
      { id: messageId, text, state: 'sending' as const },
    ],
  }));

export const failSending = (state: DeskState, id: string, messageId: string): DeskState =>
  changed(state, id, ({ outgoing }) => ({
    outgoing: outgoing.map((it) => (it.id === messageId ? { ...it, state: 'failed' as const } : it)),
  }));
