import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { showPanel, texts } from '../support/panel-harness.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A chat that has ended on a site that asks for feedback. `statuses` are the answers of the relay; 0: none. */
function end(...statuses: number[]) {
  const posted: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    posted.push([url, JSON.parse(String(body))]);
    const status = statuses[posted.length - 1] ?? 204;
    if (status === 0) throw new TypeError('failed');
    return new Response(null, { status });
  });
  const panel = showPanel({}, (chat) => {
    chat.connection.value = 'ended';
  });
  panel.update(() => {
    panel.ui.endedSessionId = 'session-1';
    panel.config.value = { ...DEFAULT_WIDGET_CONFIG, feedback: true };
  });
  const press = (name: string) => panel.user.click(panel.screen.getByRole('button', { name }));
  return { ...panel, posted, press };
}

const URL = 'https://relay.example/chat/sessions/session-1/feedback';

it('feedback is emitted and sent to the relay with rating and text, and the visitor is thanked', async () => {
  const { screen, user, emitted, posted, press } = end();
  await press('Good');
  await user.type(screen.getByRole('textbox', { name: texts.feedbackLine }), ' Quick help ');
  await press('Send feedback');
  const thanks = await screen.findByText(texts.thanks);
  const feedback = { rating: 'up', text: 'Quick help' };
  await expect.poll(() => document.activeElement).toBe(thanks);
  expect([emitted, posted]).toEqual([[['feedback', feedback]], [[URL, feedback]]]);
});

it('feedback needs no text, and the rating can be changed before it is sent', async () => {
  const { screen, posted, press } = end();
  await press('Good');
  await press('Bad');
  const pressed = screen.getAllByRole('button', { pressed: true }).map((it) => it.getAttribute('aria-label'));
  await press('Send feedback');
  await screen.findByText(texts.thanks);
  expect([pressed, posted]).toEqual([['Bad'], [[URL, { rating: 'down' }]]]);
});

it('feedback can be sent again after a failure, and is emitted once', async () => {
  const { screen, emitted, posted, press } = end(0, 503);
  await press('Good');
  await press('Send feedback');
  await screen.findByText(texts.unreachable, { selector: '.feedback-error' });
  await press('Send feedback');
  await press('Send feedback');
  await screen.findByText(texts.thanks);
  expect([posted.length, emitted.length]).toEqual([3, 1]);
});

it('feedback is asked for only if the site configures it', () => {
  const { screen } = showPanel({}, (chat) => {
    chat.connection.value = 'ended';
  });
  expect(screen.queryByText(texts.feedback)).toBe(null);
});
