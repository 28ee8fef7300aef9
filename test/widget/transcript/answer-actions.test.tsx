import { describe, expect, it } from 'vitest';
import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const ANSWER = 'It takes **two days**.';

function answers() {
  const panel = showPanel({}, (chat) => {
    chat.add(message({ id: 'first', author: 'agent', text: ANSWER }));
    chat.add(message({ id: 'mine', author: 'user', text: 'Thanks' }));
    chat.add(message({ id: 'last', author: 'agent', text: 'You are welcome.' }));
  });
  panel.frames.next();
  panel.update(() => {
    panel.config.value = { ...DEFAULT_WIDGET_CONFIG, feedback: true };
  });
  const names = (id: string) =>
    [...panel.row(id).querySelectorAll('.answer-actions button')].map((button) =>
      button.getAttribute('aria-label'),
    );
  const press = async (id: string, name: string) => {
    await panel.user.hover(panel.row(id));
    const button = panel.row(id).querySelector(`.answer-actions [aria-label="${name}"]`);
    if (!button) throw new Error(`no button ${name} at ${id}`);
    await panel.user.click(button);
  };
  const pressed = (id: string) =>
    [...panel.row(id).querySelectorAll('[aria-pressed="true"]')].map((button) =>
      button.getAttribute('aria-label'),
    );
  return { ...panel, names, press, pressed };
}

describe('the actions at an answer', () => {
  it('the actions stand at the last answer, and at the one under the pointer', async () => {
    const { names, row, user } = answers();
    const all = ['Copy answer', 'Helpful', 'Not helpful'];
    expect([names('first'), names('mine'), names('last')]).toEqual([[], [], all]);
    await user.hover(row('first'));
    await expect.poll(() => names('first')).toEqual(all);
    await user.hover(row('mine'));
    expect([names('first'), names('mine'), names('last')]).toEqual([[], [], all]);
  });

  it('copies the text as it is read', async () => {
    const { press, ui } = answers();
    await press('first', 'Copy answer');
    await expect.poll(() => navigator.clipboard.readText()).toBe('It takes two days.');
    expect(ui.announcement.value.trim()).toBe('Copied');
  });

  it('shows no thumbs where the end of a chat asks for stars', () => {
    const { config, names, update } = answers();
    update(() => {
      config.value = { ...DEFAULT_WIDGET_CONFIG, feedback: { scale: 'stars' } };
    });
    expect(names('last')).toEqual(['Copy answer']);
  });

  it('rates one answer, remembers it, and lets the visitor change their mind', async () => {
    const { chat, press, pressed, row, user } = answers();
    await press('first', 'Helpful');
    await press('first', 'Helpful');
    await user.hover(row('last'));
    await user.hover(row('first'));
    expect(pressed('first')).toEqual(['Helpful']);
    await press('first', 'Not helpful');
    expect([pressed('first'), pressed('last')]).toEqual([['Not helpful'], []]);
    expect(chat.calls.filter((call) => call.startsWith('rate'))).toEqual([
      'rate up first',
      'rate down first',
    ]);
  });

  it('takes a rating back that the relay did not get, and says so', async () => {
    const { chat, press, pressed, ui } = answers();
    chat.takesFeedback = false;
    await press('last', 'Helpful');
    await expect.poll(() => pressed('last')).toEqual([]);
    expect(ui.announcement.value).toBe('We can’t reach the chat right now.');
  });

  it('asks for no rating where the site wants no feedback, and offers nothing while an answer streams', () => {
    const { chat, config, names, update } = answers();
    update(() => {
      config.value = { ...DEFAULT_WIDGET_CONFIG, feedback: false };
    });
    expect(names('last')).toEqual(['Copy answer']);
    update(() => chat.change('last', { streaming: true }));
    expect(names('last')).toEqual([]);
  });
});
