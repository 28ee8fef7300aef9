import { effect } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/widget/row-view.ts';
import { rowView } from '../../src/widget/row-view.ts';
import { createScriptedChat, message, NOON, notice } from './support/scripted-chat.ts';

describe('what a row is drawn from', () => {
  it('stays the same object while the agent’s text grows', () => {
    const chat = createScriptedChat();
    chat.add(message({ id: 'm', author: 'agent', text: 'a', streaming: true }));
    const view = rowView(chat, 'm', undefined);
    let draws = 0;
    const stop = effect(() => {
      void view.value;
      draws += 1;
    });
    for (const text of ['ab', 'abc', 'abcd']) chat.amend('m', { text, attachments: [], suggestions: [] });
    expect(draws).toBe(1);
    chat.amend('m', { streaming: false });
    expect(draws).toBe(2);
    stop();
  });

  it('carries the visitor’s own words, and not the agent’s', () => {
    const chat = createScriptedChat();
    chat.add(message({ id: 'a', author: 'agent', text: 'theirs' }));
    chat.add(message({ id: 'u', author: 'user', text: 'mine' }));
    const own = (id: string) => (rowView(chat, id, undefined).value as MessageView).ownText;
    expect([own('a'), own('u')]).toEqual(['', 'mine']);
  });

  it.each([
    ['nothing', undefined, true],
    ['the same author a moment ago', message({ id: 'p', author: 'agent', at: NOON - 60_000 }), false],
    ['the same author long ago', message({ id: 'p', author: 'agent', at: NOON - 600_000 }), true],
    ['somebody else', message({ id: 'p', author: 'user' }), true],
    ['another person', message({ id: 'p', author: 'agent', person: { id: '2' } }), true],
    ['a notice', notice('p', { notice: 'handoff_started' }), true],
  ])('after %s: begins a group %#', (_, previous, expected) => {
    const chat = createScriptedChat();
    if (previous) chat.add(previous);
    chat.add(message({ id: 'm', author: 'agent', text: 'x' }));
    const view = rowView(chat, 'm', previous?.id).value as MessageView;
    expect(view.startsGroup).toBe(expected);
  });

  it('is gone with its entry', () => {
    expect(rowView(createScriptedChat(), 'unknown', undefined).value).toBeUndefined();
  });
});
