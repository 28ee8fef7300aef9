import type { Demo } from '../../src/cli/demo.ts';
import { clearFaults, injectFault } from '../platform-faults.ts';
import { expect, test } from './fixtures.ts';
import { createVisitor, TEXTS, type Visitor } from './visitor.ts';

const SLOW_CHUNKS = { on: 'frames-down', kinds: ['AGENT_MESSAGE_CHUNK'], do: 'trickle', bytesPerS: 6_000 };

/** Text of the last answer of the only conversation, as the platform stored it. */
function storedAnswer({ emulator }: Demo): string {
  const [session = ''] = emulator.sessions();
  const chunks = emulator
    .journalOf(session)
    .flatMap((event) => (event.kind === 'agentMessageChunk' ? [event] : []));
  const { messageId } = chunks.at(-1) ?? {};
  return chunks
    .flatMap((chunk) => (chunk.messageId === messageId ? [chunk.text] : []))
    .join('')
    .trim();
}

const storedQuestions = ({ emulator }: Demo) =>
  emulator.journalOf(emulator.sessions()[0] ?? '').filter(({ kind }) => kind === 'userMessage').length;

const hasWholeAnswer = (visitor: Visitor, demo: Demo) =>
  expect.poll(visitor.lastAnswer).toBe(storedAnswer(demo));

const cutConnections = (demo: Demo) => injectFault(demo, { on: 'connection', do: 'cut' });

async function refuseConnections(demo: Demo) {
  await injectFault(demo, { on: 'handshake', do: 'reset' });
  await cutConnections(demo);
}

/** Sends a message whose answer takes a minute, and waits until some of it is there. */
async function askSlowly(visitor: Visitor, demo: Demo) {
  await injectFault(demo, SLOW_CHUNKS);
  await visitor.send('long 1000');
  await expect.poll(visitor.lastAnswer).toMatch(/^1 2 3 /);
}

test('a visitor comes back to the conversation', async ({ visitor, demo, step }) => {
  const { page } = visitor;
  await page.goto(`${demo.siteUrl}/shop/`);
  await visitor.openWithGreeting();
  await step('a reload in the middle of an answer loses and repeats nothing', async () => {
    await askSlowly(visitor, demo);
    await page.reload();
    await clearFaults(demo);
    await visitor.open();
    await visitor.hasAnswers(2);
    await hasWholeAnswer(visitor, demo);
    expect(await visitor.messages('user')).toEqual([expect.stringContaining('long 1000')]);
    expect(demo.emulator.sessions().length).toBe(1);
  });
  await step('an answer that comes while the chat is closed is counted at the launcher', async () => {
    await refuseConnections(demo);
    await visitor.send('What are your opening hours?');
    await page.click({ role: 'button', name: TEXTS.close });
    await clearFaults(demo);
    const name = TEXTS.openUnread.replace('{count}', '1');
    await expect.poll(() => page.count({ role: 'button', name })).toBe(1);
    expect(await page.count({ css: '.panel' })).toBe(0);
  });
  await step('a press on the preview opens the chat', async () => {
    await page.click({ css: '.prompt-text' });
    await visitor.hasAnswers(3);
    await expect.poll(() => visitor.attribute('.launcher', 'aria-expanded')).toBe('true');
    await expect.poll(() => visitor.attribute('.launcher', 'aria-label')).toBe(TEXTS.open);
  });
});

test('a visitor has the shop open in two windows', async ({ visitor, demo, step }) => {
  await visitor.page.goto(`${demo.siteUrl}/shop/`);
  await visitor.openWithGreeting();
  const other = createVisitor(await visitor.page.openWindow());
  await step('the second window has the same conversation', async () => {
    await other.page.goto(`${demo.siteUrl}/shop/`);
    await other.openWithGreeting();
    expect(demo.emulator.sessions().length).toBe(1);
  });
  await step('a message of one window appears in the other', async () => {
    await visitor.page.bringToFront();
    await visitor.send('Do you wrap gifts?');
    await other.hasAnswers(2);
    expect(await other.messages('user')).toEqual([expect.stringContaining('Do you wrap gifts?')]);
  });
  await step('an end in one window ends the other', async () => {
    await visitor.end();
    await expect.poll(other.connection).toBe('ended');
  });
  await step('a new chat starts in both', async () => {
    await visitor.page.click({ role: 'button', name: TEXTS.restart });
    await visitor.hasAnswers(1);
    await other.hasAnswers(1);
    expect(demo.emulator.sessions().length).toBe(2);
  });
});

test('a visitor loses the connection', async ({ visitor, demo, step }) => {
  const { page } = visitor;
  await page.goto(`${demo.siteUrl}/shop/`);
  await visitor.recordConnections();
  await visitor.openWithGreeting();
  await step('a drop in the middle of an answer heals, and the rest arrives once', async () => {
    await askSlowly(visitor, demo);
    await clearFaults(demo);
    await cutConnections(demo);
    await visitor.hasAnswers(2);
    await hasWholeAnswer(visitor, demo);
    expect(await visitor.connections()).toContain('reconnecting');
    await expect.poll(visitor.connection).toBe('online');
  });
  await step('a banner says so while the platform refuses connections', async () => {
    await refuseConnections(demo);
    await expect.poll(() => visitor.texts('.banner p')).toEqual([TEXTS.reconnecting]);
  });
  await step('a message that is sent meanwhile arrives once', async () => {
    await visitor.send('Do you ship abroad?');
    await expect.poll(() => visitor.attribute('[data-author=user]', 'data-delivery')).toBe('sending');
    await clearFaults(demo);
    await expect.poll(() => visitor.attribute('[data-author=user]', 'data-delivery')).toBe('sent');
    await visitor.hasAnswers(3);
    expect(storedQuestions(demo)).toBe(2);
    await expect.poll(() => page.count({ css: '.banner' })).toBe(0);
  });
});
