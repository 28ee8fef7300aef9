import type { Page } from 'playwright/test';
import { agentMessage, type TestPlatform } from '../src/testing/index.ts';
import { type ChatPage, expect, FAST, test } from './fixtures.ts';
import { createFrameGate } from './frame-gate.ts';
import { BRANDING } from './gallery/branding.ts';
import { type ScreenReader, startScreenReader } from './screen-reader.ts';
import { replacePlatform } from './scripted-platform.ts';

/** The journeys of a visitor with a screen reader: names, order, and what is announced. */

// One worker builds the screen reader once.
test.describe.configure({ mode: 'default' });

const LAUNCHER = 'button, Open chat, not expanded, has popup dialog';
/** Below the panel, in a window that is high enough. */
const OPEN_LAUNCHER = 'button, Open chat, expanded, has popup dialog';
const RATINGS = ['button, Helpful, not pressed', 'button, Not helpful, not pressed'];
const MENU = 'button, Menu, not expanded, has popup menu';
/** The shop's greeting of a visitor who has not written yet. */
/** The default disclaimer, until the visitor has written. */
const NOTE = ['note', 'You are chatting with an AI assistant. Please check important information.'];
const FIELD = 'textbox, Message, placeholder Write a message…';

const ADA = { id: 'ada', name: 'Ada' };
const adaSays = (messageId: string, text: string) =>
  ({ ...agentMessage(messageId, text, { person: ADA }), kind: 'liveAgentMessage' }) as const;
const chunk = (index: number, text: string, isComplete = false) =>
  ({
    kind: 'agentMessageChunk',
    messageId: 'stream',
    chunkIndex: index,
    text,
    attachments: [],
    suggestions: [],
    isComplete,
  }) as const;

/** A page with the closed chat, and a screen reader. */
async function visit({ chat, page }: { chat: ChatPage; page: Page }): Promise<ScreenReader> {
  await page.goto(chat.shop);
  await expect(chat.launcher()).toBeVisible();
  return startScreenReader(page);
}

/** Waits for the live region, which comes with a chunk that loads once the chat is online. So does the menu. */
const hasLiveRegion = ({ chat, page }: { chat: ChatPage; page: Page }) =>
  expect(page.getByRole('button', { name: chat.texts.menu })).toBeVisible();

/** The open chat with a screen reader, and a platform that says only what the test tells it. */
async function openScripted(fixtures: { chat: ChatPage; page: Page }): Promise<{
  reader: ScreenReader;
  platform: TestPlatform;
  /** Compares all announcements. A last message shows that none came twice. */
  expectAnnouncements(...announcements: readonly string[]): Promise<void>;
}> {
  const { chat } = fixtures;
  const platform = await replacePlatform(chat);
  const reader = await visit(fixtures);
  await reader.press(LAUNCHER);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await hasLiveRegion(fixtures);
  return {
    reader,
    platform,
    async expectAnnouncements(...announcements) {
      platform.send(agentMessage('last', 'That is all.'));
      await expect.poll(async () => (await reader.announcements()).at(-1)).toMatch(/That is all\.$/);
      expect(await reader.announcements()).toEqual([
        ...announcements,
        expect.stringMatching(/^[\w, ]+ said: That is all\.$/),
      ]);
    },
  };
}

test('the launcher opens a dialog that is read in order', async ({ chat, page }) => {
  const gate = await createFrameGate(page);
  gate.closeAfter('SESSION_START');
  const reader = await visit({ chat, page });
  expect(await reader.readAll()).toEqual([LAUNCHER]);
  await reader.press(LAUNCHER);
  await expect.poll(reader.spoken).toBe(FIELD);
  await hasLiveRegion({ chat, page });
  gate.open();
  await expect(chat.suggestions().first()).toBeVisible();
  await reader.press('button, Where is my order?');
  await expect(chat.messages('agent')).toHaveCount(2);
  await expect(chat.suggestions().first()).toBeVisible();
  await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
  const greeting = 'Ask me about an order, our lamps and furniture, delivery or returns. How can I help?';
  const question = 'Gladly. What is your order number? It has four digits, such as';
  const where = ', and is in the email with the tracking link.';
  const answer = `Iris said: ${question} 4711${where}`;
  await expect.poll(async () => (await reader.announcements()).at(-1)).toBe(answer);
  expect(await reader.readAll()).toEqual([
    OPEN_LAUNCHER,
    'dialog, Lumen & Oak',
    'heading, Lumen & Oak, level 2',
    'AI assistant',
    MENU,
    'button, Close chat',
    'log, Conversation',
    'Iris, AI assistant said:',
    'Hi, I am',
    'Iris',
    `from Lumen & Oak. ${greeting}`,
    'You said:',
    'Where is my order?',
    'Sent',
    'Iris said:',
    question,
    '4711',
    where,
    'button, Copy answer',
    ...RATINGS,
    'group, Suggested replies',
    'button, How long does delivery take?',
    'button, How can I reach you?',
    'button, How do returns work?',
    FIELD,
    'button, Send, disabled',
    answer,
  ]);
  const messages = (await reader.announcements()).filter((announcement) => announcement !== 'Iris is typing');
  expect(messages).toEqual([`Iris, AI assistant said: Hi, I am Iris from Lumen & Oak. ${greeting}`, answer]);
});

test('an answer is announced once, when it is complete', async ({ chat, page }) => {
  const { reader, platform, expectAnnouncements } = await openScripted({ chat, page });
  platform.send(chunk(0, 'Small items arrive within '), chunk(1, '**2–3 working days**, furniture '));
  await expect(chat.streaming()).toContainText('2–3 working days');
  expect(await reader.announcements()).toEqual([]);
  platform.send(chunk(2, 'within **5–8**.', true));
  await expect(chat.streaming()).toHaveCount(0);
  await expectAnnouncements(
    'Iris, AI assistant said: Small items arrive within 2–3 working days, furniture within 5–8.',
  );
});

test('every message is announced, even at once, repeated and without words', async ({ chat, page }) => {
  const { platform, expectAnnouncements } = await openScripted({ chat, page });
  platform.sendBatch(agentMessage('a', 'One moment.'), agentMessage('b', 'I look it up.'));
  await expect(chat.messages('agent')).toHaveCount(2);
  platform.send(agentMessage('c', 'Which one?'));
  await expect(chat.messages('agent')).toHaveCount(3);
  platform.send(agentMessage('d', 'Which one?'));
  await expect(chat.messages('agent')).toHaveCount(4);
  const title = 'Halo table lamp';
  platform.send(
    agentMessage('e', '', {
      attachments: [{ contentType: 'url', contentUrl: 'https://shop.example', title }],
    }),
  );
  await expectAnnouncements(
    'Iris, AI assistant said: One moment. Iris said: I look it up.',
    'Iris said: Which one?',
    'Iris said: Which one?',
    'Iris said: Halo table lamp',
  );
});

test('cards are a list with a name, and their links name their targets', async ({ chat, page }) => {
  const { reader, platform } = await openScripted({ chat, page });
  const card = (title: string) => ({
    contentType: 'url' as const,
    contentUrl: 'https://shop.example/lamps',
    title,
    callToActionText: 'See the lamp',
  });
  platform.send(
    agentMessage('cards', 'In stock:', {
      attachments: [card('Halo'), card('Rill'), card('Nub')],
      callActions: [{ title: 'Call the shop', contactNumber: '+44 20 7946 0000' }],
    }),
  );
  await expect(page.getByRole('button', { name: chat.texts.nextCard })).toBeVisible();
  const phrases = await reader.readAll('[role="log"]');
  expect(phrases.filter((phrase) => /^(log|list|listitem|link|button)\b/.test(phrase))).toEqual([
    'log, Conversation',
    'list, Cards',
    ...['Halo', 'Rill', 'Nub'].flatMap((title, at) => [
      `listitem, level 1, position ${at + 1}, set size 3`,
      `link, ${title} shop.example See the lamp (opens in a new tab)`,
    ]),
    'button, Previous card, disabled',
    'button, Next card, not disabled',
    'link, Call the shop +44 20 7946 0000',
    'button, Copy answer',
    ...RATINGS,
  ]);
});

test('each step of a handoff is announced once', async ({ chat, page }) => {
  // Some browsers without a window deny notifications, so that the card offers none.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'default' }));
  const { reader, platform, expectAnnouncements } = await openScripted({ chat, page });
  platform.sendBatch(
    agentMessage('a', 'I get a colleague.'),
    { kind: 'agentTriggeredHandoff' },
    { kind: 'handoffAccepted' },
    { kind: 'handoffQueueStatus', position: 3, estimatedWaitSeconds: 180 },
  );
  await expect(page.locator('[data-kind="queue_status"]')).toBeVisible();
  // The card loads when the handoff begins.
  await expect(page.locator('foyer-chat .handoff-card')).toBeVisible();
  const log = await reader.readAll();
  expect(log.slice(3, 13)).toEqual([
    'AI assistant',
    MENU,
    'button, Close chat',
    'button, Tell me when it’s my turn, not pressed',
    'button, Sound, not pressed',
    'log, Conversation',
    'Iris, AI assistant said:',
    'I get a colleague.',
    'We’re finding someone to help. You can keep writing.',
    '3rd in line, about 3 min',
  ]);
  platform.send({ kind: 'liveAgentJoined', person: ADA });
  await expect(chat.host()).toHaveAttribute('data-handoff', 'live');
  platform.send(adaSays('ada-1', 'Hello, this is Ada.'));
  await expect(chat.messages('live-agent')).toHaveCount(1);
  platform.send({ kind: 'liveAgentLeft', person: ADA });
  await expectAnnouncements(
    // Of one frame. Two texts after each other would leave the last one only.
    'Iris, AI assistant said: I get a colleague. We’re finding someone to help. You can keep writing. 3rd in line, about 3 min',
    'Ada has joined.',
    'Ada said: Hello, this is Ada.',
    'Ada has left.',
  );
});

test('a message that failed says so once, and offers to send or edit it', async ({ chat, page }) => {
  const { reader, platform, expectAnnouncements } = await openScripted({ chat, page });
  platform.loseMessages();
  await chat.send('Where is my order?');
  await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sending');
  platform.send({ kind: 'systemMessage', level: 'error', message: 'Failed to forward message' });
  await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'failed');
  await expect(page.getByRole('button', { name: chat.texts.retry })).toBeVisible();
  expect(await reader.readAll('[role="log"]')).toEqual([
    'log, Conversation',
    'Failed to forward message',
    'You said:',
    'Where is my order?',
    chat.texts.unconfirmed,
    'button, Retry',
    'button, Edit',
    'group, Need more help?',
    'Need more help?',
    'button, Talk to a person',
    'link, Write an email',
    'button, Leave a message, not expanded',
  ]);
  // The panel shows the message again when it opens again.
  await reader.press('button, Close chat');
  await expect.poll(reader.spoken).toBe(LAUNCHER);
  await reader.press(LAUNCHER);
  await expect.poll(reader.spoken).toBe(FIELD);
  await reader.press('button, Edit');
  await expect(chat.composer()).toHaveValue('Where is my order?');
  await expectAnnouncements('Failed to forward message', `${chat.texts.unconfirmed} ${chat.texts.needHelp}`);
});

test('the menu and the question before the end keep the screen reader', async ({ chat, page }) => {
  const { reader, platform } = await openScripted({ chat, page });
  platform.send(agentMessage('a', 'Hello.'));
  await expect(chat.messages('agent')).toHaveCount(1);
  await reader.press(MENU);
  await expect.poll(reader.spoken).toMatch(/^menuitem, Talk/);
  expect(await reader.readAll('.menu')).toEqual([
    'button, Menu, expanded, has popup menu',
    'menu, Menu, orientated vertically',
    'menuitem, Talk to a person, position 1, set size 4',
    'menuitem, Download transcript, position 2, set size 4',
    'menuitemcheckbox, Sound, not checked, position 1, set size 1',
    'separator, orientated horizontally, max value 100, min value 0',
    'menuitem, Start new chat, position 3, set size 4',
    'menuitem, End chat, position 4, set size 4',
  ]);
  await reader.press('menuitem, End chat, position 4, set size 4');
  await expect.poll(reader.spoken).toBe('button, Keep chatting');
  expect(await reader.readOn()).toEqual([
    'button, Keep chatting',
    'alertdialog, End chat?, modal',
    'End chat?',
    'button, End chat',
  ]);
  await reader.press('button, End chat');
  platform.send({ kind: 'sessionEnd', reason: 'user_end' });
  await expect.poll(reader.spoken).toBe('button, Start new chat');
  // The question about the chat loads with its end.
  await expect(page.getByRole('form', { name: chat.texts.feedback })).toBeVisible();
  expect(await reader.readAll('.end-card')).toEqual([
    'form, How was this chat?',
    'group, How was this chat?',
    'How was this chat?',
    'button, Good, not pressed',
    'button, Bad, not pressed',
    'button, Start new chat',
    'button, Download transcript',
  ]);
  expect(await reader.announcements()).toEqual(['Iris, AI assistant said: Hello.', chat.texts.endedByYou]);
});

test('bubbles beside the launcher are announced once', async ({ chat, page }) => {
  const { reader, platform } = await openScripted({ chat, page });
  await page.keyboard.press('Escape');
  await expect.poll(reader.spoken).toBe(LAUNCHER);
  await page.evaluate("Foyer.prompt({ text: 'Need a hand?', actions: ['Yes, please'] })");
  await expect.poll(reader.announcements).toEqual(['Need a hand?']);
  expect(await reader.readAll()).toEqual([
    LAUNCHER,
    'button, Need a hand?',
    'button, Dismiss',
    'button, Yes, please',
    'Need a hand?',
  ]);
  platform.send(agentMessage('a', 'Are you **there**?'));
  await expect.poll(reader.announcements).toHaveLength(2);
  platform.send(agentMessage('b', 'Still here.'));
  await expect.poll(reader.announcements).toHaveLength(3);
  expect(await reader.readAll()).toEqual([
    'button, Open chat (2 unread), not expanded, has popup dialog',
    '2',
    'button, Iris Still here.',
    'Iris',
    'Still here.',
    'button, Dismiss',
    'Iris said: Still here.',
  ]);
  await reader.press('button, Open chat (2 unread), not expanded, has popup dialog');
  await expect.poll(reader.spoken).toBe(FIELD);
  expect(await reader.announcements()).toEqual([
    'Need a hand?',
    'Iris said: Are you there?',
    'Iris said: Still here.',
  ]);
});

test('a lost connection is announced once, and describes the field', async ({ chat, page }) => {
  const { reader } = await openScripted({ chat, page });
  await page.context().setOffline(true);
  await expect(page.locator('[data-state="offline"] p')).toBeVisible();
  expect(await reader.readAll('.composer')).toEqual([
    `textbox, Message, ${chat.texts.offline}, placeholder Write a message…`,
    'button, Send, disabled',
  ]);
  await page.context().setOffline(false);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  expect(
    (await reader.announcements()).filter((announcement) => announcement === chat.texts.offline),
  ).toHaveLength(1);
});

test('a chat that is refused explains it once', async ({ chat, page }) => {
  const reader = await visit({ chat, page });
  await page.route('**/chat/sessions', (route) => route.fulfill({ status: 403 }));
  await reader.press(LAUNCHER);
  await expect(chat.host()).toHaveAttribute('data-connection', 'failed');
  await expect.poll(reader.announcements).toEqual([chat.texts.configuration]);
  await hasLiveRegion({ chat, page });
  expect(await reader.readAll('.panel')).toEqual([
    'dialog, Lumen & Oak',
    'heading, Lumen & Oak, level 2',
    MENU,
    'button, Close chat',
    'log, Conversation',
    `group, ${chat.texts.needHelp}`,
    chat.texts.needHelp,
    `link, ${chat.texts.writeEmail}`,
    `button, ${chat.texts.leaveMessage}, not expanded`,
    chat.texts.configuration,
    ...NOTE,
    `textbox, Message, ${chat.texts.configuration}, placeholder Write a message…`,
    'button, Send, disabled',
  ]);
});

test.describe('with consent', () => {
  test.use({ demoOptions: { emulator: { pace: FAST }, logLevel: 'silent', branding: BRANDING } });

  test('the request for consent is read before anything else', async ({ chat, page }) => {
    const reader = await visit({ chat, page });
    await reader.press(LAUNCHER);
    await expect.poll(reader.spoken).toBe(`button, ${chat.texts.consent}`);
    const phrases = await reader.readAll();
    // The words of a link are parts of its name.
    expect(
      phrases.filter(
        (phrase) => !['Privacy policy', 'Terms of use', '(', 'opens in a new tab', ')'].includes(phrase),
      ),
    ).toEqual([
      OPEN_LAUNCHER,
      'dialog, Lumen & Oak',
      'heading, Lumen & Oak, level 2',
      'AI assistant',
      MENU,
      'button, Close chat',
      'heading, Before we start, level 3',
      'We keep',
      'this conversation',
      'for 30 days.',
      'link, Privacy policy (opens in a new tab)',
      'link, Terms of use (opens in a new tab)',
      'button, I consent and start chat',
      'button, Decline',
    ]);
    await reader.press(`button, ${chat.texts.consent}`);
    await expect.poll(reader.spoken).toBe(FIELD);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the screen reader stays in the chat on a phone', async ({ chat, page }) => {
    const { reader } = await openScripted({ chat, page });
    await expect.poll(reader.spoken).toBe('dialog, Lumen & Oak, modal');
    expect(await reader.readOn()).toEqual([
      'dialog, Lumen & Oak, modal',
      'heading, Lumen & Oak, level 2',
      'AI assistant',
      MENU,
      'button, Close chat',
      'log, Conversation',
      ...NOTE,
      FIELD,
      'button, Send, disabled',
    ]);
  });
});
