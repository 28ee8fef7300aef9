import { expect, it, onTestFinished, vi } from 'vitest';
import { showPanel, texts } from '../support/panel-harness.tsx';
import { notice } from '../support/scripted-chat.ts';

const TELL_ME = { name: texts.tellMe };

/** A visitor who waits, in a browser with this permission, or without notifications, and with this answer to the question for it. */
function wait(permission: NotificationPermission | null, answer = permission) {
  const shown: { title: string; onclick?: () => void; close: () => void }[] = [];
  let asked = 0;
  class FakeNotification {
    static permission = permission;
    static async requestPermission() {
      asked += 1;
      FakeNotification.permission = answer;
      return answer;
    }
    constructor(title: string) {
      Object.assign(this, { title });
      shown.push(this as never);
    }
    close() {
      shown.length = 0;
    }
  }
  vi.stubGlobal('Notification', permission === null ? undefined : FakeNotification);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    hidden.mockRestore();
  });
  const panel = showPanel();
  panel.update(() => {
    panel.chat.connection.value = 'online';
    panel.chat.handoff.value = 'queued';
    panel.chat.add(notice('started', { notice: 'handoff_started' }));
  });
  const join = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden);
    panel.update(() => {
      panel.chat.liveAgent.value = { name: 'Sam' };
      panel.chat.handoff.value = 'live';
    });
  };
  return { ...panel, shown, join, asked: () => asked };
}

it('M-13.10: a person who joins while the page is hidden is told, after the visitor has asked for it', async () => {
  const { asked, join, screen, shown, user } = wait('default', 'granted');
  const button = await screen.findByRole('button', TELL_ME);
  expect([asked(), button.getAttribute('aria-pressed')]).toEqual([0, 'false']);
  await user.click(button);
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
  join(true);
  expect([asked(), shown.map(({ title }) => title)]).toEqual([1, ['Sam has joined.']]);
  const focus = vi.spyOn(window, 'focus').mockReturnValue();
  onTestFinished(() => focus.mockRestore());
  shown[0]?.onclick?.();
  expect([focus.mock.calls.length, shown]).toEqual([1, []]);
});

it('M-13.10: nothing is told to a visible page, or without the wish', async () => {
  const seen = wait('granted');
  await seen.user.click(await seen.screen.findByRole('button', TELL_ME));
  seen.join(false);
  const unasked = wait('granted');
  await unasked.screen.findByRole('button', TELL_ME);
  unasked.join(true);
  expect([seen.shown, unasked.shown]).toEqual([[], []]);
});

it('M-13.10: a visitor who denies the permission is not asked again', async () => {
  const { join, screen, shown, user } = wait('default', 'denied');
  await user.click(await screen.findByRole('button', TELL_ME));
  await expect.poll(() => screen.queryByRole('button', TELL_ME)).toBe(null);
  join(true);
  expect(shown).toEqual([]);
});

it.each([
  ['the permission is denied', () => wait('denied')],
  ['the browser has no notifications', () => wait(null)],
  [
    'the page is in a frame',
    () => {
      vi.stubGlobal('top', {});
      return wait('granted');
    },
  ],
])('M-13.10: nothing is offered where %s', async (_, open) => {
  const { screen } = open();
  await expect.poll(() => screen.queryByText(texts.waiting)).toBeTruthy();
  expect(screen.queryByRole('button', TELL_ME)).toBe(null);
});
