import { expect, it } from 'vitest';
import { showPanel } from '../support/panel-harness.tsx';
import { message, NOON } from '../support/scripted-chat.ts';

function conversation() {
  const panel = showPanel({}, (chat) => {
    chat.add(message({ id: 'a', author: 'agent', text: 'Hello', at: NOON }));
    chat.add(message({ id: 'u', author: 'user', text: 'Hi', at: NOON + 60_000 }));
  });
  // The first times appear a moment later.
  panel.clock.advance(1_000);
  const times = () => ['a', 'u'].map((id) => panel.row(id).dataset['time']);
  return { ...panel, times };
}

const format = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit' });

it('the time of a message is shown while the pointer is over it', async () => {
  const { row, times, user, screen } = conversation();
  const before = times();
  await user.hover(row('a'));
  const over = times();
  await user.hover(row('u'));
  const next = times();
  await user.unhover(screen.getByRole('log'));
  expect([before, over, next]).toEqual([
    [undefined, undefined],
    [format.format(NOON), undefined],
    [undefined, format.format(NOON + 60_000)],
  ]);
});

it('the time of a message that was tapped stays after the finger has left', () => {
  const { row, times, screen } = conversation();
  for (const [target, type] of [
    [row('a'), 'pointerover'],
    [screen.getByRole('log'), 'pointerleave'],
  ] as const)
    target.dispatchEvent(new PointerEvent(type, { bubbles: type === 'pointerover', pointerType: 'touch' }));
  expect(times()).toEqual([format.format(NOON), undefined]);
});

it('the time of a message is shown when the focus is in it', () => {
  const { row, times } = conversation();
  row('u').dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  expect(times()).toEqual([undefined, format.format(NOON + 60_000)]);
});
