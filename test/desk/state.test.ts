import { describe, expect, it } from 'vitest';
import * as desk from '../../src/desk/state.ts';
import type { DeskChat, DeskEntry, DeskEvent } from '../../src/protocol/desk.ts';

const entry = (id: string, by: DeskEntry['by'] = 'visitor', text = id): DeskEntry => ({
  id,
  at: 0,
  by,
  text,
  name: undefined,
  attachmentTitles: undefined,
});
const chat = (id: string, state: DeskChat['state']): DeskChat => ({
  id,
  state,
  since: 0,
  language: 'en',
  reason: undefined,
});
const listed = (...chats: DeskChat[]): DeskEvent => ({
  event: 'desk',
  detail: { name: 'Ada', available: true, chats },
});
const history = (id: string, ...entries: DeskEntry[]): DeskEvent => ({
  event: 'history',
  detail: { id, entries },
});
const added = (id: string, value: DeskEntry): DeskEvent => ({ event: 'entry', detail: { id, entry: value } });
const typing = (id: string, is: boolean): DeskEvent => ({ event: 'typing', detail: { id, typing: is } });

const applied = (state: desk.DeskState, ...all: DeskEvent[]) => all.reduce(desk.applyEvent, state);
const conversation = (state: desk.DeskState, id = 'a') => desk.conversationOf(state, id);
const ids = (state: desk.DeskState, id = 'a') => conversation(state, id).entries.map((entry) => entry.id);

describe('the state of the desk', () => {
  it('shows the name, the chats and the entries that the platform sent', () => {
    expect(desk.INITIAL_STATE.connection).toBe('connecting');
    const state = applied(
      desk.INITIAL_STATE,
      history('a', entry('1')),
      listed(chat('a', 'waiting')),
      added('a', entry('2')),
    );
    expect(state).toMatchObject({
      connection: 'open',
      name: 'Ada',
      isAvailable: true,
      chats: [chat('a', 'waiting')],
    });
    expect(ids(state)).toEqual(['1', '2']);
  });

  it('counts a conversation once if its visitor waits, has written, or both', () => {
    const state = applied(
      desk.INITIAL_STATE,
      ...['a', 'b', 'c', 'd'].map((id) => history(id, entry(`${id}1`))),
      listed(chat('a', 'waiting'), chat('b', 'waiting'), chat('c', 'mine'), chat('d', 'mine')),
      ...['a2', 'a3', 'c2', 'c3'].map((id) => added(id.slice(0, 1), entry(id))),
    );
    expect(desk.attentionCount(state)).toBe(3);
    expect(desk.attentionCount(desk.select(state, 'c'))).toBe(2);
    expect(desk.attentionCount(applied(state, listed(chat('d', 'mine'))))).toBe(0);
  });

  it('takes the new state after a reconnect, and keeps the draft', () => {
    const before = applied(
      desk.INITIAL_STATE,
      history('a', entry('1')),
      listed(chat('a', 'mine')),
      typing('a', true),
    );
    const lost = { ...desk.setDraft(before, 'a', 'Half'), connection: 'lost' as const };
    const state = applied(lost, history('a', entry('1'), entry('2')), listed(chat('a', 'mine')));
    expect(state.connection).toBe('open');
    expect(conversation(state)).toEqual({
      entries: [entry('1'), entry('2')],
      isTyping: false,
      unread: 1,
      outgoing: [],
      draft: 'Half',
    });
  });

  it('counts the messages of a visitor until that conversation is selected', () => {
    const both = listed(chat('a', 'mine'), chat('b', 'mine'));
    const state = desk.select(applied(desk.INITIAL_STATE, history('a'), history('b'), both), 'b');
    const next = applied(
      state,
      added('a', entry('1')),
      added('a', entry('2', 'note')),
      added('b', entry('3')),
    );
    expect([conversation(next).unread, conversation(next, 'b').unread]).toEqual([1, 0]);
    expect(conversation(desk.select(next, 'a')).unread).toBe(0);
  });

  it('counts messages that arrived while the connection was lost, each once', () => {
    const open = applied(
      desk.INITIAL_STATE,
      history('a', entry('1')),
      listed(chat('a', 'mine')),
      added('a', entry('2')),
    );
    const again = history('a', entry('1'), entry('2'), entry('3', 'person'), entry('4'));
    expect([conversation(open).unread, conversation(applied(open, again)).unread]).toEqual([1, 2]);
    expect(conversation(applied(desk.select(open, 'a'), again)).unread).toBe(0);
  });

  it('keeps the selected conversation after its end, and drops the others', () => {
    const both = listed(chat('a', 'mine'), chat('b', 'mine'));
    const state = desk.select(
      applied(desk.INITIAL_STATE, history('a', entry('1')), history('b', entry('2')), both),
      'a',
    );
    const over = applied(state, added('a', entry('3', 'note')), listed());
    expect([ids(over), ids(over, 'b'), over.selected]).toEqual([['1', '3'], [], 'a']);
    expect(ids(applied(desk.select(over, null), listed()))).toEqual([]);
  });

  it('shows a message as outgoing until the platform has confirmed it', () => {
    const open = applied(desk.INITIAL_STATE, history('a'), listed(chat('a', 'mine')));
    const sent = desk.startSending(open, 'a', { id: 'm-1', text: 'Hi' });
    expect(conversation(sent).outgoing).toEqual([{ id: 'm-1', text: 'Hi', state: 'sending' }]);
    const failed = desk.failSending(sent, 'a', 'm-1');
    expect(conversation(failed).outgoing).toEqual([{ id: 'm-1', text: 'Hi', state: 'failed' }]);
    const again = desk.startSending(failed, 'a', { id: 'm-1', text: 'Hi' });
    expect(conversation(again).outgoing).toEqual([{ id: 'm-1', text: 'Hi', state: 'sending' }]);
    expect(conversation(applied(again, added('a', entry('m-1', 'person')))).outgoing).toEqual([]);
    // The response was lost, not the message.
    expect(conversation(applied(failed, history('a', entry('m-1', 'person')))).outgoing).toEqual([]);
  });

  it('clears the error when another conversation is selected', () => {
    expect(desk.select({ ...desk.INITIAL_STATE, error: 'Lost' }, 'a').error).toBe(null);
  });

  it('shows that a visitor types', () => {
    const open = applied(desk.INITIAL_STATE, history('a'), listed(chat('a', 'mine')), typing('a', true));
    expect([conversation(open).isTyping, conversation(applied(open, typing('a', false))).isTyping]).toEqual([
      true,
      false,
    ]);
  });

  it('shows no typing in a conversation that has ended', () => {
    const open = applied(desk.INITIAL_STATE, history('a'), listed(chat('a', 'mine')), typing('a', true));
    expect(conversation(applied(desk.select(open, 'a'), listed())).isTyping).toBe(false);
  });
});

describe("a visitor's last text", () => {
  const messages = (...texts: readonly string[]) => texts.map((text) => entry(text));
  const triggered = entry('t', 'note', 'agentTriggeredHandoff');

  it.each<[string, readonly DeskEntry[], string | undefined]>([
    ['nothing', [entry('1', 'agent')], undefined],
    ['the last message', messages('My lamp flickers', 'Hello?'), 'Hello?'],
    [
      'the message before the one that asked for a person',
      [...messages('My lamp flickers', 'human'), triggered],
      'My lamp flickers',
    ],
    [
      'the message that asked for a person, if it is the only one',
      [...messages('human'), triggered],
      'human',
    ],
    [
      'the last message after the handoff',
      [...messages('Lamp', 'human'), triggered, ...messages('Still there?')],
      'Still there?',
    ],
    [
      'the message before the one that asked again',
      [...messages('Lamp', 'human'), triggered, ...messages('Thanks', 'human'), triggered],
      'Thanks',
    ],
  ])('the last text of a visitor is %s', (_, entries, text) => {
    expect(desk.lastVisitorText(entries)).toBe(text);
  });
});
