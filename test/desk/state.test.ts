import { describe, expect, it } from 'vitest';
import * as desk from '../../src/desk/state.ts';
import type { DeskChat, DeskEntry, DeskNews } from '../../src/protocol/desk.ts';

const entry = (id: string, by: DeskEntry['by'] = 'visitor', text = id): DeskEntry => ({
  id,
  at: 0,
  by,
  text,
  name: undefined,
  enclosed: undefined,
});
const chat = (id: string, state: DeskChat['state']): DeskChat => ({ id, state, since: 0, language: 'en' });
const listed = (...chats: DeskChat[]): DeskNews => ({
  news: 'desk',
  detail: { name: 'Ada', available: true, chats },
});
const history = (id: string, ...entries: DeskEntry[]): DeskNews => ({
  news: 'history',
  detail: { id, entries },
});
const news = (id: string, it: DeskEntry): DeskNews => ({ news: 'entry', detail: { id, entry: it } });
const typing = (id: string, is: boolean): DeskNews => ({ news: 'typing', detail: { id, typing: is } });

const told = (state: desk.DeskState, ...all: DeskNews[]) => all.reduce(desk.hear, state);
const known = (state: desk.DeskState, id = 'a') => desk.knownOf(state, id);
const ids = (state: desk.DeskState, id = 'a') => known(state, id).entries.map((it) => it.id);

describe('what the desk shows', () => {
  it('is what it was told, once the platform is heard', () => {
    expect(desk.EMPTY.link).toBe('connecting');
    const state = told(
      desk.EMPTY,
      history('a', entry('1')),
      listed(chat('a', 'waiting')),
      news('a', entry('2')),
    );
    expect(state).toMatchObject({
      link: 'open',
      name: 'Ada',
      isAvailable: true,
      chats: [chat('a', 'waiting')],
    });
    expect(ids(state)).toEqual(['1', '2']);
  });

  it('is told anew after the link was lost, and keeps what was written', () => {
    const before = told(desk.EMPTY, history('a', entry('1')), listed(chat('a', 'mine')), typing('a', true));
    const lost = { ...desk.write(before, 'a', 'Half'), link: 'lost' as const };
    const state = told(lost, history('a', entry('1'), entry('2')), listed(chat('a', 'mine')));
    expect(state.link).toBe('open');
    expect(known(state)).toEqual({
      entries: [entry('1'), entry('2')],
      isTyping: false,
      unread: 1,
      outgoing: [],
      draft: 'Half',
    });
  });

  it('counts what visitors say while somebody else is looked at, until they are', () => {
    const both = listed(chat('a', 'mine'), chat('b', 'mine'));
    const state = desk.select(told(desk.EMPTY, history('a'), history('b'), both), 'b');
    const heard = told(state, news('a', entry('1')), news('a', entry('2', 'note')), news('b', entry('3')));
    expect([known(heard).unread, known(heard, 'b').unread]).toEqual([1, 0]);
    expect(known(desk.select(heard, 'a')).unread).toBe(0);
  });

  it('counts what visitors said while the link was lost, and nothing twice', () => {
    const open = told(desk.EMPTY, history('a', entry('1')), listed(chat('a', 'mine')), news('a', entry('2')));
    const again = history('a', entry('1'), entry('2'), entry('3', 'person'), entry('4'));
    expect([known(open).unread, known(told(open, again)).unread]).toEqual([1, 2]);
    expect(known(told(desk.select(open, 'a'), again)).unread).toBe(0);
  });

  it('keeps the conversation that is looked at when it is over, and forgets the others', () => {
    const both = listed(chat('a', 'mine'), chat('b', 'mine'));
    const state = desk.select(
      told(desk.EMPTY, history('a', entry('1')), history('b', entry('2')), both),
      'a',
    );
    const over = told(state, news('a', entry('3', 'note')), listed());
    expect([ids(over), ids(over, 'b'), over.selected]).toEqual([['1', '3'], [], 'a']);
    expect(ids(told(desk.select(over, null), listed()))).toEqual([]);
  });

  it('shows a message as on its way until the platform has said it', () => {
    const open = told(desk.EMPTY, history('a'), listed(chat('a', 'mine')));
    const sent = desk.send(open, 'a', { id: 'm-1', text: 'Hi' });
    expect(known(sent).outgoing).toEqual([{ id: 'm-1', text: 'Hi', state: 'sending' }]);
    const failed = desk.failSending(sent, 'a', 'm-1');
    expect(known(failed).outgoing).toEqual([{ id: 'm-1', text: 'Hi', state: 'failed' }]);
    const again = desk.send(failed, 'a', { id: 'm-1', text: 'Hi' });
    expect(known(again).outgoing).toEqual([{ id: 'm-1', text: 'Hi', state: 'sending' }]);
    expect(known(told(again, news('a', entry('m-1', 'person')))).outgoing).toEqual([]);
    // The answer was lost, not the message.
    expect(known(told(failed, history('a', entry('m-1', 'person')))).outgoing).toEqual([]);
  });

  it('forgets a complaint when something else is looked at', () => {
    expect(desk.select({ ...desk.EMPTY, complaint: 'Lost' }, 'a').complaint).toBe(null);
  });

  it('shows who types', () => {
    const open = told(desk.EMPTY, history('a'), listed(chat('a', 'mine')), typing('a', true));
    expect([known(open).isTyping, known(told(open, typing('a', false))).isTyping]).toEqual([true, false]);
  });

  it('lets nobody type in a conversation that is over', () => {
    const open = told(desk.EMPTY, history('a'), listed(chat('a', 'mine')), typing('a', true));
    expect(known(told(desk.select(open, 'a'), listed())).isTyping).toBe(false);
  });
});

describe("a visitor's last words", () => {
  const said = (...texts: readonly string[]) => texts.map((text) => entry(text));
  const triggered = entry('t', 'note', 'agentTriggeredHandoff');

  it.each<[string, readonly DeskEntry[], string | undefined]>([
    ['nothing', [entry('1', 'agent')], undefined],
    ['what they said last', said('My lamp flickers', 'Hello?'), 'Hello?'],
    [
      'what led to asking for a person',
      [...said('My lamp flickers', 'human'), triggered],
      'My lamp flickers',
    ],
    ['the asking, where there is nothing else', [...said('human'), triggered], 'human'],
    [
      'what they said after it',
      [...said('Lamp', 'human'), triggered, ...said('Still there?')],
      'Still there?',
    ],
    [
      'what led to asking again',
      [...said('Lamp', 'human'), triggered, ...said('Thanks', 'human'), triggered],
      'Thanks',
    ],
  ])('are %s', (_, entries, words) => {
    expect(desk.lastWords(entries)).toBe(words);
  });
});
