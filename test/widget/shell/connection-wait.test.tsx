import { expect, it } from 'vitest';
import type { ConnectionStatus } from '../../../src/chat/model/model.ts';
import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { showPanel, texts } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const HELP = { phone: 'tel:+442079460000', email: 'mailto:help@shop.example' };

function wait(connection: ConnectionStatus) {
  const panel = showPanel({}, (chat) => {
    chat.connection.value = connection;
  });
  panel.update(() => {
    panel.config.value = {
      ...DEFAULT_WIDGET_CONFIG,
      help: HELP,
      talk_to_a_person: { text: { en: 'A person, please' } },
    };
  });
  const { screen } = panel;
  const textOf = (selector: string) => screen.getByRole('dialog').querySelector(selector)?.textContent;
  return {
    ...panel,
    shown: () => ({
      title: textOf('.status'),
      banner: textOf('.banner p'),
      retry: screen.queryByRole('button', { name: 'Retry' }) !== null,
      ways: [
        ...(screen.queryByRole('group', { name: texts.needHelp })?.querySelectorAll('a, button') ?? []),
      ].map((way) => way.textContent),
    }),
  };
}

const WAYS = [texts.callUs, texts.writeEmail];

it('M-12.23: a first connection that does not come is reported in steps, with a way out', async () => {
  const { clock, chat, shown, ui, update } = wait('connecting');
  const calm = { title: texts.aiAssistant, banner: undefined, retry: false, ways: [] };
  expect(shown()).toEqual(calm);
  update(() => clock.advance(5_999));
  expect(shown()).toEqual(calm);
  update(() => clock.advance(1));
  expect(shown()).toEqual({ ...calm, title: texts.stillConnecting });
  await expect.poll(() => ui.announcement.value).toBe(texts.stillConnecting);
  update(() => clock.advance(9_000));
  const stuck = { title: texts.stillConnecting, banner: texts.failed, retry: true, ways: WAYS };
  expect(shown()).toEqual(stuck);
  update(() => {
    chat.connection.value = 'online';
  });
  expect(shown()).toEqual(calm);
  // Another wait begins anew.
  update(() => {
    chat.connection.value = 'connecting';
  });
  update(() => clock.advance(5_999));
  expect(shown()).toEqual(calm);
});

it('M-12.23: the button of a long wait tries again', async () => {
  const { clock, chat, screen, update, user } = wait('connecting');
  update(() => clock.advance(15_000));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(chat.calls).toContain('reconnect');
});

it.each([
  'unreachable',
  'socket_blocked',
  'too_many_windows',
  'no_history',
  'configuration',
  'closed',
] as const)(
  'M-12.23: a chat that has failed by %s shows the other ways at once, but none that needs it',
  (code) => {
    const { chat, shown, update } = wait('connecting');
    update(() => {
      chat.trouble.value = { code, canRetry: code !== 'configuration' };
      chat.connection.value = 'failed';
    });
    expect(shown().ways).toEqual(WAYS);
  },
);

it.each(['reconnecting', 'offline'] as const)(
  'M-12.23: after 15 s of %s the other ways are shown',
  (state) => {
    const { clock, shown, update } = wait(state);
    update(() => clock.advance(14_999));
    expect(shown().ways).toEqual([]);
    update(() => clock.advance(1));
    expect(shown().ways).toEqual(WAYS);
  },
);

it('M-12.23: lines in the place of an answer stand in an empty transcript that connects', () => {
  const { chat, screen, update } = wait('connecting');
  const isFirst = () => screen.getByRole('log').querySelector('.skeleton:first-child') !== null;
  const empty = isFirst();
  update(() => chat.add(message({ id: 'a', author: 'agent', text: 'Hello' })));
  const filled = isFirst();
  update(() => {
    chat.order.value = [];
    chat.connection.value = 'online';
  });
  expect([empty, filled, isFirst()]).toEqual([true, false, false]);
});
