import { expect, it } from 'vitest';
import * as seldomParts from '../../../src/widget/seldom/seldom-parts.ts';
import { showPanel, texts } from '../support/panel-harness.tsx';
import { message, notice } from '../support/scripted-chat.ts';

/** A panel that has not loaded the seldom parts, with a conversation that does not need them. */
function showWithout() {
  const panel = showPanel({}, (chat) => {
    chat.connection.value = 'online';
    chat.add(message({ id: 'a', author: 'agent', text: 'Hello' }));
  });
  panel.update(() => {
    panel.seldom.value = null;
  });
  const load = () =>
    panel.update(() => {
      panel.seldom.value = seldomParts;
    });
  return { ...panel, load };
}

it('the seldom parts are not loaded for a conversation with the agent', () => {
  expect(showWithout().seldomLoads.count).toBe(0);
});

it.each([
  [
    'a person is sought',
    ({ chat }) => {
      chat.handoff.value = 'requested';
    },
  ],
  [
    'the chat ends',
    ({ chat }) => {
      chat.connection.value = 'ended';
    },
  ],
  [
    'the site is closed',
    ({ chat }) => {
      chat.connection.value = 'failed';
      chat.trouble.value = { code: 'closed', canRetry: true };
    },
  ],
] as const satisfies readonly (readonly [string, (panel: ReturnType<typeof showWithout>) => void])[])(
  'the seldom parts are loaded when %s',
  async (_, need) => {
    const panel = showWithout();
    panel.update(() => need(panel));
    await expect.poll(() => panel.seldomLoads.count).toBeGreaterThan(0);
  },
);

it('an ended chat begins anew without the seldom parts, and offers the transcript with them', async () => {
  const { chat, load, screen, update } = showWithout();
  update(() => {
    chat.add(notice('n', { notice: 'conversation_ended', reason: 'natural_end' }));
    chat.connection.value = 'ended';
  });
  const restart = screen.getByRole('button', { name: texts.restart });
  expect(screen.queryByRole('button', { name: texts.download })).toBe(null);
  load();
  expect(screen.getByRole('button', { name: texts.download })).toBeTruthy();
  restart.click();
  expect(chat.calls).toContain('restart');
});

it('the menu loads the seldom parts before it opens', async () => {
  const { screen, seldomLoads, user } = showWithout();
  await user.hover(screen.getByRole('button', { name: texts.menu }));
  expect(seldomLoads.count).toBe(1);
});

it('an item of the menu that cannot load its part says that the chat is unreachable', async () => {
  const { screen, ui, user } = showWithout();
  await user.click(screen.getByRole('button', { name: texts.menu }));
  await user.click(screen.getByRole('menuitem', { name: texts.download }));
  await expect.poll(() => ui.announcement.value).toBe(texts.unreachable);
});

it('the seldom parts are asked for again when a lost connection is back', async () => {
  const { chat, seldomLoads, update } = showWithout();
  const connect = (connection: 'reconnecting' | 'online') =>
    update(() => {
      chat.connection.value = connection;
    });
  update(() => {
    chat.handoff.value = 'queued';
  });
  await expect.poll(() => seldomLoads.count).toBe(1);
  connect('reconnecting');
  connect('online');
  await expect.poll(() => seldomLoads.count).toBeGreaterThan(2);
});

it('M-13.9: the notices of a wait are visible where its card cannot load', async () => {
  const { chat, load, row, update } = showWithout();
  update(() => {
    chat.handoff.value = 'queued';
    chat.add(notice('q', { notice: 'queue_status', position: 2 }));
  });
  const isHidden = () => row('q').classList.contains('visually-hidden');
  expect(isHidden()).toBe(true);
  await expect.poll(isHidden).toBe(false);
  load();
  expect(isHidden()).toBe(true);
});
