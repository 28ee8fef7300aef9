import { expect, it } from 'vitest';
import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { english } from '../../../src/widget/locales/translations/strings.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message, notice } from '../support/scripted-chat.ts';

const WORDS = 'I want to talk to a person';

/** A panel whose site offers a person, and whose chat shows what is sent. */
function offer() {
  const panel = showPanel();
  const { chat, config, screen, update, user } = panel;
  const send = chat.send;
  Object.assign(chat, {
    send(text: string) {
      send(text);
      chat.add(message({ id: 'own', author: 'user', text, delivery: 'sending' }));
    },
  });
  update(() => {
    config.value = { ...DEFAULT_WIDGET_CONFIG, talk_to_a_person: { text: { en: WORDS } } };
  });
  const openMenu = async () => {
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    return screen.queryByRole('menuitem', { name: 'Talk to a person' });
  };
  const ask = async () => {
    const item = await openMenu();
    if (item) await user.click(item);
  };
  const status = () => document.querySelector('.handoff-card strong')?.textContent;
  return { ...panel, openMenu, ask, status };
}

it('the request for a person sends the configured words, and shows and announces the wait at once', async () => {
  const { ask, chat, status, ui } = offer();
  await ask();
  expect([chat.calls.filter((call) => call.startsWith('send')), status(), ui.announcement.value]).toEqual([
    [`send ${WORDS}`],
    'Finding someone for you',
    'Finding someone for you',
  ]);
});

it('a person who was asked for is announced as looked for once', async () => {
  const { ask, chat, ui, update } = offer();
  await ask();
  update(() => chat.add(notice('n', { notice: 'handoff_started' })));
  await Promise.resolve();
  const asked = ui.announcement.value;
  update(() => chat.add(notice('again', { notice: 'handoff_started' })));
  await expect.poll(() => ui.announcement.value).toBe(english.handoffStarted);
  expect(asked).toBe(english.waiting);
});

it.each([
  ['the first answer', message({ id: 'a', author: 'agent', text: 'One moment' })],
  ['a notice', notice('n', { notice: 'handoff_failed' })],
])('the request for a person shows the wait until %s', async (_, entry) => {
  const { ask, chat, status, update } = offer();
  await ask();
  update(() => chat.add(entry));
  expect(status()).toBe(undefined);
});

it('a request for a person that was not sent shows no wait', async () => {
  const { ask, chat, openMenu, status, update } = offer();
  await ask();
  update(() => chat.change('own', { delivery: 'failed' }));
  expect([status(), (await openMenu()) !== null]).toEqual([undefined, true]);
});

it.each(['requested', 'queued', 'live'] as const)(
  'a person is not offered while a handoff is %s',
  async (handoff) => {
    const { chat, openMenu, update } = offer();
    update(() => {
      chat.handoff.value = handoff;
    });
    expect(await openMenu()).toBe(null);
  },
);

it('a person is not offered while an answer is awaited, after the end, or without configuration', async () => {
  const asked = offer();
  await asked.ask();
  const whileAwaited = await asked.openMenu();
  const ended = offer();
  ended.update(() => {
    ended.chat.connection.value = 'ended';
  });
  const afterEnd = await ended.openMenu();
  const without = offer();
  without.update(() => {
    without.config.value = DEFAULT_WIDGET_CONFIG;
  });
  expect([whileAwaited, afterEnd, await without.openMenu()]).toEqual([null, null, null]);
});
