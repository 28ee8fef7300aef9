import { effect } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../../src/widget/transcript/row-view.ts';
import { rowView } from '../../../src/widget/transcript/row-view.ts';
import { createScriptedChat, message, NOON, notice } from '../support/scripted-chat.ts';

describe('the view of a row', () => {
  it('stays the same object while the agent’s text grows', () => {
    const chat = createScriptedChat();
    chat.add(message({ id: 'm', author: 'agent', text: 'a', streaming: true }));
    const view = rowView(chat, 'm', undefined);
    let renders = 0;
    const stop = effect(() => {
      void view.value;
      renders += 1;
    });
    for (const text of ['ab', 'abc', 'abcd']) chat.change('m', { text, attachments: [], suggestions: [] });
    expect(renders).toBe(1);
    chat.change('m', { streaming: false });
    expect(renders).toBe(2);
    stop();
  });

  it('contains the text of the visitor, and not that of the agent', () => {
    const chat = createScriptedChat();
    chat.add(message({ id: 'a', author: 'agent', text: 'theirs' }));
    chat.add(message({ id: 'u', author: 'user', text: 'mine' }));
    const own = (id: string) => (rowView(chat, id, undefined).value as MessageView).ownText;
    expect([own('a'), own('u')]).toEqual(['', 'mine']);
  });

  it.each([
    ['no entry', undefined, true],
    ['the same author one minute ago', message({ id: 'p', author: 'agent', at: NOON - 60_000 }), false],
    ['the same author ten minutes ago', message({ id: 'p', author: 'agent', at: NOON - 600_000 }), true],
    ['another author', message({ id: 'p', author: 'user' }), true],
    ['another person', message({ id: 'p', author: 'agent', person: { id: '2' } }), true],
    ['a notice', notice('p', { notice: 'handoff_started' }), true],
  ])('after %s: starts a group or not (%#)', (_, previous, expected) => {
    const chat = createScriptedChat();
    if (previous) chat.add(previous);
    chat.add(message({ id: 'm', author: 'agent', text: 'x' }));
    const view = rowView(chat, 'm', previous?.id).value as MessageView;
    expect(view.startsGroup).toBe(expected);
  });

  it('is undefined without an entry', () => {
    expect(rowView(createScriptedChat(), 'unknown', undefined).value).toBeUndefined();
  });
});
