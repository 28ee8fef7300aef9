import { effect } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createUi } from '../../../src/widget/context/ui.ts';
import type { MessageView } from '../../../src/widget/transcript/row-view.ts';
import { rowView } from '../../../src/widget/transcript/row-view.ts';
import { createScriptedChat, message, NOON, notice } from '../support/scripted-chat.ts';

describe('the view of a row', () => {
  const ui = createUi();

  it('stays the same object while the agent’s text grows', () => {
    const chat = createScriptedChat();
    chat.add(message({ id: 'm', author: 'agent', text: 'a', streaming: true }));
    const view = rowView({ chat, ui }, 'm', undefined, undefined);
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

  it('contains the text of the visitor, and no text of the agent', () => {
    const chat = createScriptedChat();
    chat.add(message({ id: 'a', author: 'agent', text: 'theirs' }));
    chat.add(message({ id: 'u', author: 'user', text: 'mine' }));
    const own = (id: string) =>
      (rowView({ chat, ui }, id, undefined, undefined).value as MessageView).ownText;
    expect([own('a'), own('u')]).toEqual(['', 'mine']);
  });

  it.each([
    ['no entry', undefined, true],
    ['the same author one minute ago', message({ id: 'p', author: 'agent', at: NOON - 60_000 }), false],
    ['the same author ten minutes ago', message({ id: 'p', author: 'agent', at: NOON - 600_000 }), true],
    ['another author', message({ id: 'p', author: 'user' }), true],
    ['another person', message({ id: 'p', author: 'agent', person: { id: '2' } }), true],
    ['a notice', notice('p', { notice: 'handoff_started' }), true],
  ])('a message after %s starts a group or not (%#)', (_, previous, expected) => {
    const chat = createScriptedChat();
    if (previous) chat.add(previous);
    chat.add(message({ id: 'm', author: 'agent', text: 'x' }));
    const view = rowView({ chat, ui }, 'm', previous?.id, undefined).value as MessageView;
    expect(view.startsGroup).toBe(expected);
  });

  it.each([
    ['no entry', undefined, true],
    ['the same author', message({ id: 'n', author: 'agent', at: NOON + 60_000 }), false],
    ['the same author ten minutes later', message({ id: 'n', author: 'agent', at: NOON + 600_000 }), true],
    ['another author', message({ id: 'n', author: 'user' }), true],
    ['a notice', notice('n', { notice: 'handoff_started' }), true],
  ])('a message before %s ends a group or not (%#)', (_, next, expected) => {
    const chat = createScriptedChat();
    chat.add(message({ id: 'm', author: 'agent', text: 'x' }));
    if (next) chat.add(next);
    const view = rowView({ chat, ui }, 'm', undefined, next?.id).value as MessageView;
    expect(view.endsGroup).toBe(expected);
  });

  it.each([
    ['no entry', undefined, true],
    ['an entry one minute ago', message({ id: 'p', author: 'user', at: NOON - 60_000 }), false],
    ['an entry ten minutes ago', message({ id: 'p', author: 'user', at: NOON - 600_000 }), true],
    ['an entry of the day before', message({ id: 'p', author: 'user', at: NOON - 86_400_000 }), true],
  ])('a message after %s shows the time or not (%#)', (_, previous, expected) => {
    const chat = createScriptedChat();
    if (previous) chat.add(previous);
    chat.add(message({ id: 'm', author: 'agent', text: 'x' }));
    const view = rowView({ chat, ui }, 'm', previous?.id, undefined).value as MessageView;
    expect(view.showsTime).toBe(expected);
  });

  it('M-9.13: there is no view of a message that was taken back, unless it has arrived', () => {
    const chat = createScriptedChat();
    const taken = createUi();
    chat.add(message({ id: 'm', author: 'user', text: 'x', delivery: 'failed' }));
    const view = rowView({ chat, ui: taken }, 'm', undefined, undefined);
    taken.edits.value = { messages: [view.value as MessageView], resend: () => false };
    const before = view.value;
    chat.change('m', { delivery: 'sent' });
    expect([before, (view.value as MessageView).delivery]).toEqual([undefined, 'sent']);
  });

  it('there is no view without an entry', () => {
    expect(
      rowView({ chat: createScriptedChat(), ui }, 'unknown', undefined, undefined).value,
    ).toBeUndefined();
  });
});
