import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createUi } from '../../../src/widget/context/ui.ts';
import { watchSeen } from '../../../src/widget/transcript/watch-seen.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createScriptedChat, message } from '../support/scripted-chat.ts';

afterEach(() => vi.restoreAllMocks());

function setup({ isOpen = true, isAtEnd = true, isHidden = false }) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  const [chat, clock, ui, end] = [createScriptedChat(), createFakeClock(), createUi(), signal(isAtEnd)];
  ui.isOpen.value = isOpen;
  const stop = watchSeen({ chat, clock, ui }, end);
  chat.add(message({ id: 'a', author: 'agent', text: 'Hello' }));
  return { chat, clock, end, stop, ui, seen: () => chat.calls.filter((call) => call === 'seen').length };
}

describe('M-3.18: the end of the conversation', () => {
  it.each([
    ['in an open panel at the end', {}, 1],
    ['in a closed panel', { isOpen: false }, 0],
    ['above the end', { isAtEnd: false }, 0],
    ['in a hidden page', { isHidden: true }, 0],
  ])('M-3.18: the end of the conversation counts as seen after half a second: %s', (_, where, times) => {
    const { clock, seen } = setup(where);
    clock.advance(499);
    const before = seen();
    clock.advance(1);
    expect([before, seen()]).toEqual([0, times]);
  });

  it('M-3.18: the newest complete message of others marks what was seen', () => {
    const { chat, clock, ui } = setup({});
    chat.add(message({ id: 'b', author: 'agent', text: 'A beginning', streaming: true }));
    chat.add(message({ id: 'mine', author: 'user', text: 'Thanks' }));
    clock.advance(500);
    expect(ui.seen.value).toBe('a');
  });

  it('M-3.18: each new message is seen again, and none after the view is gone', () => {
    const { chat, clock, seen, stop } = setup({});
    clock.advance(500);
    chat.add(message({ id: 'b', author: 'agent', text: 'One more' }));
    clock.advance(500);
    chat.add(message({ id: 'c', author: 'agent', text: 'And one more' }));
    stop();
    clock.advance(500);
    expect([seen(), clock.waiting()]).toEqual([2, 0]);
  });
});
