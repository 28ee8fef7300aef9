import { describe, expect, it } from 'vitest';
import { DEFAULT_WIDGET_CONFIG, type WidgetConfig } from '../../../src/protocol/widget-config.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const WELCOME = { en: 'Good to see you\nAsk about orders.', de: 'Schön, Sie zu sehen' };
const STARTERS = { en: ['Where is my order?', 'How do returns work?'] };

function open(config: Partial<WidgetConfig>) {
  const panel = showPanel();
  panel.update(() => {
    panel.config.value = { ...DEFAULT_WIDGET_CONFIG, ...config };
  });
  const greeting = () => panel.screen.queryByRole('heading', { name: 'Good to see you' });
  return { ...panel, greeting };
}

describe('the empty chat', () => {
  it('greets the visitor in the heading and the line of the site', () => {
    const { greeting, screen } = open({ welcome: WELCOME });
    expect([greeting() !== null, screen.queryByText('Ask about orders.') !== null]).toEqual([true, true]);
  });

  it('sends a starter as the visitor’s words', async () => {
    const { chat, screen, user } = open({ starters: STARTERS });
    await user.click(screen.getByRole('button', { name: 'How do returns work?' }));
    expect(chat.calls.filter((call) => call.startsWith('send'))).toEqual(['send How do returns work?']);
  });

  it('greets until the first message of the visitor, not of the agent', () => {
    const { chat, greeting, screen, update } = open({ welcome: WELCOME, starters: STARTERS });
    update(() => chat.add(message({ id: 'a', author: 'agent', text: 'Hello' })));
    const before = greeting();
    update(() => chat.add(message({ id: 'u', author: 'user', text: 'Hi' })));
    const starters = screen.queryByRole('button', { name: 'Where is my order?' });
    expect([before !== null, greeting(), starters]).toEqual([true, null, null]);
  });

  it('repeats nothing: neither the agent’s greeting, nor a starter, nor a reply', () => {
    const { chat, screen, update } = open({
      welcome: { en: 'Good to see you\nAsk about orders.' },
      starters: { en: ['Where is my order?', 'Where is my order?'] },
    });
    update(() => {
      chat.add(message({ id: 'a', author: 'agent', text: '**Good to see you**, I am Iris.' }));
      chat.suggestions.value = [{ messageText: 'Where is my order?' }, { messageText: 'Something else' }];
    });
    expect([
      screen.queryByRole('heading', { level: 3 }),
      screen.queryByText('Ask about orders.') !== null,
      screen.getAllByRole('button', { name: 'Where is my order?' }).length,
      screen.queryByRole('button', { name: 'Something else' }),
    ]).toEqual([null, true, 1, null]);
  });

  it('shows no greeting while the history of a conversation is on its way', () => {
    const { chat, greeting, update } = open({ welcome: WELCOME });
    update(() => {
      chat.connection.value = 'connecting';
    });
    expect(greeting()).toBe(null);
  });

  it('shows neither greeting nor starters without the site’s words', () => {
    const { screen } = open({});
    expect(screen.queryByRole('heading', { level: 3 })).toBe(null);
  });

  it('shows no greeting in a chat that has failed or ended', () => {
    const { chat, greeting, update } = open({ welcome: WELCOME });
    const found = (['failed', 'ended', 'online'] as const).map((status) => {
      update(() => {
        chat.connection.value = status;
      });
      return greeting() !== null;
    });
    expect(found).toEqual([false, false, true]);
  });
});
