import { describe, expect, it } from 'vitest';
import { DEFAULT_WIDGET_CONFIG, type WidgetConfig } from '../../../src/protocol/widget-config.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const NOTICE = 'You are chatting with an AI assistant. Please check important information.';

/** An open panel of a site with this branding. */
function show(branding: Partial<WidgetConfig> = {}) {
  const panel = showPanel();
  panel.update(() => {
    panel.config.value = {
      ...DEFAULT_WIDGET_CONFIG,
      header: { text: 'Northwind' },
      agent: { name: 'Iris' },
      ...branding,
    };
    panel.chat.connection.value = 'online';
  });
  const status = () => panel.screen.getByRole('heading', { level: 2 }).parentElement?.textContent;
  const note = () => panel.screen.queryByRole('note')?.textContent ?? null;
  return { ...panel, status, note };
}

describe('a site with a machine as agent, by default', () => {
  it('says in the header that the agent is a machine, unless the connection is lost', () => {
    const { chat, status, update } = show();
    const seen = (['connecting', 'idle', 'online', 'reconnecting'] as const).map((connection) => {
      update(() => {
        chat.connection.value = connection;
      });
      return status();
    });
    expect(seen).toEqual([
      'NorthwindAI assistant',
      'NorthwindAI assistant',
      'NorthwindAI assistant',
      'Northwind',
    ]);
  });

  it('says before anything else has loaded that the agent is a machine, until the first message', () => {
    const { chat, config, note, rest, update } = show();
    update(() => {
      rest.value = null;
      config.value = null;
    });
    const before = note();
    update(() => chat.add(message({ id: 'u', author: 'user', text: 'Hi' })));
    expect([before, note()]).toEqual([NOTICE, null]);
  });

  it('labels the first answer as a machine’s, and assistive technology hears the label once', async () => {
    const { row, update, chat, ui } = show();
    const ids = ['a', 'b'];
    update(() => {
      for (const id of ids) chat.add(message({ id, author: 'agent', text: 'Hello' }));
    });
    update(() => chat.emit('message', message({ id: 'a', author: 'agent', text: 'Hello' })));
    expect(ids.map((id) => row(id).querySelector('.meta')?.textContent ?? null)).toEqual([
      expect.stringMatching(/^IrisAI assistant/),
      null,
    ]);
    expect(ids.map((id) => row(id).querySelector('.visually-hidden')?.textContent)).toEqual([
      'Iris, AI assistant said:',
      'Iris said:',
    ]);
    await Promise.resolve();
    expect(ui.announcement.value.replace(/\s+(?=Hello)/, ' ')).toBe('Iris, AI assistant said: Hello');
  });

  it('says only that the agent is a machine where it has no name', () => {
    const { row, update, chat } = show({ agent: undefined });
    update(() => chat.add(message({ id: 'a', author: 'agent', text: 'Hello' })));
    expect(row('a').querySelector('.visually-hidden')?.textContent).toBe('AI assistant said:');
  });

  it('names a person who has joined instead of the machine, and what they are', () => {
    const { chat, status, update } = show();
    update(() => {
      chat.liveAgent.value = { id: 'ada', name: 'Ada' };
    });
    expect(status()).toBe('AdaTeam member · Northwind');
  });

  it('shows the disclaimer of the site instead of the default one', () => {
    const { note } = show({ disclaimer: { show: 'always', text: { en: 'A machine answers.' } } });
    expect(note()).toBe('A machine answers.');
  });
});

describe.each(['person', 'none'] as const)('a site with the agent kind %s', (agent_kind) => {
  it('says nothing of a machine for another agent kind', () => {
    const { chat, note, row, status, update } = show({ agent_kind });
    update(() => chat.add(message({ id: 'a', author: 'agent', text: 'Hello' })));
    expect([status(), note(), row('a').querySelector('.visually-hidden')?.textContent]).toEqual([
      'NorthwindOnline',
      null,
      'Iris said:',
    ]);
  });
});
