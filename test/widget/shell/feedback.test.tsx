import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { showPanel, texts } from '../support/panel-harness.tsx';

/** A chat that has ended on a site that asks for feedback. */
function end() {
  const panel = showPanel({}, (chat) => {
    chat.connection.value = 'ended';
    chat.endedSessionId.value = 'session-1';
  });
  panel.update(() => {
    panel.config.value = { ...DEFAULT_WIDGET_CONFIG, feedback: true };
  });
  const press = (name: string) => panel.user.click(panel.screen.getByRole('button', { name }));
  return { ...panel, press };
}

it('feedback is sent with rating and text, and the visitor is thanked', async () => {
  const { chat, screen, user, press } = end();
  await press('Good');
  await user.type(screen.getByRole('textbox', { name: texts.feedbackLine }), ' Quick help ');
  await press('Send feedback');
  const thanks = await screen.findByText(texts.thanks);
  await expect.poll(() => document.activeElement).toBe(thanks);
  expect(chat.calls).toEqual(['rate up Quick help']);
});

it('feedback needs no text, and the rating can be changed before it is sent', async () => {
  const { chat, screen, press } = end();
  await press('Good');
  await press('Bad');
  const pressed = screen
    .getAllByRole('button', { pressed: true })
    .map((element) => element.getAttribute('aria-label'));
  await press('Send feedback');
  await screen.findByText(texts.thanks);
  expect([pressed, chat.calls]).toEqual([['Bad'], ['rate down']]);
});

it('feedback can be one to five stars, as radio buttons with names', async () => {
  const { chat, config, screen, user, update, press } = end();
  update(() => {
    config.value = { ...DEFAULT_WIDGET_CONFIG, feedback: { scale: 'stars' } };
  });
  const group = screen.getByRole('radiogroup', { name: texts.feedback });
  const names = within(group)
    .getAllByRole('radio')
    .map((radio) => radio.getAttribute('aria-label'));
  await user.click(within(group).getByRole('radio', { name: '2 stars' }));
  await user.click(within(group).getByRole('radio', { name: '4 stars' }));
  const shown = [...group.querySelectorAll('.star')].map((star) => star.hasAttribute('data-on'));
  await press('Send feedback');
  await screen.findByText(texts.thanks);
  expect([names, shown, screen.queryByRole('button', { name: 'Good' }), chat.calls]).toEqual([
    ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'],
    [true, true, true, true, false],
    null,
    ['rate 4'],
  ]);
});

it('feedback can be sent again after a failure', async () => {
  const { chat, screen, press } = end();
  chat.takesFeedback = false;
  await press('Good');
  await press('Send feedback');
  await screen.findByText(texts.unreachable, { selector: '.feedback-error' });
  chat.takesFeedback = true;
  await press('Send feedback');
  await screen.findByText(texts.thanks);
  expect(chat.calls).toEqual(['rate up', 'rate up']);
});

it('feedback is asked for only if the site configures it', () => {
  const { screen } = showPanel({}, (chat) => {
    chat.connection.value = 'ended';
    chat.endedSessionId.value = 'session-1';
  });
  expect(screen.queryByText(texts.feedback)).toBe(null);
});

it('feedback is not asked for if there was no session', () => {
  const { screen, update, chat } = end();
  update(() => {
    chat.endedSessionId.value = null;
  });
  expect(screen.queryByText(texts.feedback)).toBe(null);
});
