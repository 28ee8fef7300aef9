import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Chat } from '../chat.ts';
import type { ConnectionStatus, Entry, HandoffStatus, Trouble, Typist } from '../model/model.ts';
import type { ChatState } from '../model/state.ts';
import type { Row } from '../model/transcript.ts';
import { liveAgentOf, shownRows, statusOf, suggestionsOf, troubleOf, typistOf } from '../model/view.ts';
import { maxFrameBytes } from '../steps/visitor-steps.ts';

type Signals = Pick<
  Chat,
  | 'connection'
  | 'handoff'
  | 'trouble'
  | 'order'
  | 'transcript'
  | 'entry'
  | 'typing'
  | 'suggestions'
  | 'agent'
  | 'liveAgent'
  | 'language'
  | 'maxFrameBytes'
>;

const isSame = <Value>(a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Creates the signals of a chat. `publish` is their only writer: once per step, in one batch. */
export function createSignals(initial: ChatState): Signals & { publish(next: ChatState): void } {
  const connection = signal<ConnectionStatus>(statusOf(initial));
  const handoff = signal<HandoffStatus>(initial.conversation.handoff);
  const trouble = signal<Trouble | null>(troubleOf(initial));
  const typing = signal<Typist | null>(typistOf(initial));
  const suggestions = signal(suggestionsOf(initial));
  const agent = signal(initial.conversation.agent);
  const liveAgent = signal(liveAgentOf(initial));
  const language = signal(initial.conversation.language);
  const limit = signal(maxFrameBytes(initial));
  /** Rows of the state, before repeated notices became one. */
  let latest: readonly Row[] = [];
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
    connection,
    handoff,
    trouble,
    typing,
    suggestions,
    agent,
    liveAgent,
    language,
    maxFrameBytes: limit,
    order,
    transcript: computed(() => rows.value.map(({ entry }) => entry)),
    entry: (id): ReadonlySignal<Entry | undefined> => entrySignal(id),
    publish(next) {
      batch(() => {
        connection.value = statusOf(next);
        handoff.value = next.conversation.handoff;
        const nextTrouble = troubleOf(next);
        if (!isSame(trouble.peek(), nextTrouble)) trouble.value = nextTrouble;
        const nextTypist = typistOf(next);
        if (!isSame(typing.peek(), nextTypist)) typing.value = nextTypist;
        agent.value = next.conversation.agent;
        liveAgent.value = liveAgentOf(next);
        language.value = next.conversation.language;
        limit.value = maxFrameBytes(next);
        const { transcript } = next.conversation;
        if (transcript.rows !== latest) publishRows(rows.peek(), shownRows(transcript.rows));
        latest = transcript.rows;
        suggestions.value = suggestionsOf(next);
      });
    },
  };
}
