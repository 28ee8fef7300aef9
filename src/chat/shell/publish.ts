import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Carrier } from '../../protocol/relay.ts';
import type { Chat } from '../chat.ts';
import { carrierOf } from '../model/carrier.ts';
import type { Entry } from '../model/model.ts';
import { endedSessionId } from '../model/session.ts';
import type { ChatState } from '../model/state.ts';
import { emptyTranscript, type Row, rowsOf } from '../model/transcript.ts';
import { liveAgentOf, shownRows, statusOf, suggestionsOf, troubleOf, typistOf } from '../model/view.ts';
import { maxFrameBytes } from '../steps/visitor-steps.ts';

/** Values of a chat's signals. */
const VIEWS = {
  connection: statusOf,
  handoff: ({ conversation }: ChatState) => conversation.handoff,
  trouble: troubleOf,
  typing: typistOf,
  suggestions: suggestionsOf,
  agent: ({ conversation }: ChatState) => conversation.agent,
  liveAgent: liveAgentOf,
  language: ({ conversation }: ChatState) => conversation.language,
  carrier: ({ session, carriage }: ChatState): Carrier | null =>
    session.status === 'open' ? carrierOf(session.grant, carriage) : null,
  maxFrameBytes,
  endedSessionId: ({ session }: ChatState) => endedSessionId(session),
};

type Views = { readonly [Name in keyof typeof VIEWS]: ReadonlySignal<ReturnType<(typeof VIEWS)[Name]>> };
type Signals = Views & Pick<Chat, 'order' | 'transcript' | 'entry'>;

const isSame = <Value>(a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Creates the signals of a chat. `publish` is their only writer: once per step, in one batch. */
export function createSignals(initial: ChatState): Signals & { publish(next: ChatState): void } {
  const views = Object.entries(VIEWS).map(([name, view]) => ({
    name,
    view,
    shown: signal<unknown>(view(initial)),
  }));
  let latest = emptyTranscript;
  const rows = signal<readonly Row[]>([]);
  const order = signal<readonly string[]>([]);
  const entries = new Map<string, Signal<Entry | undefined>>();

  const entrySignal = (id: string): Signal<Entry | undefined> => {
    const known = entries.get(id);
    if (known) return known;
    const fresh = signal<Entry | undefined>(undefined);
    entries.set(id, fresh);
    return fresh;
  };

  /** Publishes changed rows. A chunk replaces one row: only that entry's signal changes, `order` keeps its array. */
  function publishRows(before: readonly Row[], after: readonly Row[]): void {
    if (before === after) return;
    let isReordered = before.length !== after.length;
    let added = 0;
    for (let i = 0; i < after.length; i++) {
      const row = after[i];
      const old = before[i];
      if (row === undefined || row === old) continue;
      if (row.entry.id !== old?.entry.id) isReordered = true;
      const published = entrySignal(row.entry.id);
      if (published.peek() === undefined) added += 1;
      published.value = row.entry;
    }
    rows.value = after;
    if (!isReordered) return;
    const ids = after.map(({ entry }) => entry.id);
    if (before.length + added > after.length) {
      const kept = new Set(ids);
      for (const { entry } of before) {
        if (kept.has(entry.id)) continue;
        entrySignal(entry.id).value = undefined;
        entries.delete(entry.id);
      }
    }
    order.value = ids;
  }

  return {
    ...(Object.fromEntries(views.map(({ name, shown }) => [name, shown])) as Views),
    order,
    transcript: computed(() => rows.value.map(({ entry }) => entry)),
    entry: (id): ReadonlySignal<Entry | undefined> => entrySignal(id),
    publish(next) {
      batch(() => {
        for (const { view, shown } of views) {
          const value = view(next);
          if (!isSame(shown.peek(), value)) shown.value = value;
        }
        const { transcript } = next.conversation;
        if (transcript !== latest) publishRows(rows.peek(), shownRows(rowsOf(transcript)));
        latest = transcript;
      });
    },
  };
}
