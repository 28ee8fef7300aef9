import type { Page } from 'playwright/test';
import { test as base, type Embedding } from './embedding-page.ts';
import { expect, FAST } from './fixtures.ts';
import { BRANDING } from './gallery/branding.ts';

/** The agent of the visitor's browser, in whose place Playwright calls the page's tools (M-14.20). */

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: { readonly suggestions: readonly string[]; readonly links: readonly string[] };
}

const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--enable-features=WebMCP'] }),
    { scope: 'worker' },
  ],
});
test.use({ demoOptions: { emulator: { pace: FAST }, logLevel: 'silent' } });

const ON: Embedding = { attributes: 'data-browser-agents="on"' };
const toolNames = async (page: Page) => (await page.webmcp.tools()).map(({ name }) => name);
const isOffered = (page: Page) =>
  expect.poll(() => toolNames(page)).toEqual(['ask_support', 'continue_support']);
const ask = (page: Page, question: string) =>
  page.webmcp.callTool('ask_support', { question }) as Promise<Result>;
const textOf = ({ content }: Result) => content[0]?.text;

test('M-14.20: the agent of a browser asks, goes on and gets answers, and the visitor sees who asked', {
  tag: '@ci',
}, async ({ page, visit }) => {
  const chat = await visit(ON);
  await isOffered(page);
  const [tool] = await page.webmcp.tools();
  expect([tool?.annotations, tool?.inputSchema]).toMatchObject([
    { untrustedContent: true },
    { required: ['question'] },
  ]);

  const answer = await ask(page, 'Where is my order 4711?');
  expect([answer.isError, textOf(answer)]).toEqual([undefined, expect.stringContaining('4711')]);
  await expect(chat.messages('user')).toContainText([chat.texts.askedByBrowser]);
  const asked = await chat.messages('agent').count();

  const next = (await page.webmcp.callTool('continue_support', { text: 'Show me lamps' })) as Result;
  expect(next.isError).toBe(undefined);
  expect(textOf(next)).not.toBe(textOf(answer));
  expect(await chat.messages('agent').count()).toBeGreaterThan(asked);
  // The visitor goes on by hand.
  await chat.send('Thanks');
  await expect(chat.messages('user').last()).not.toContainText(chat.texts.askedByBrowser);
});

test('M-14.20: tools are offered where the page has switched them on, until the chat is destroyed', async ({
  page,
  visit,
}) => {
  await visit();
  expect(await toolNames(page)).toEqual([]);
  await visit(ON);
  await isOffered(page);
  await page.evaluate(() => (window.Foyer as { destroy(): void }).destroy());
  await expect.poll(() => toolNames(page)).toEqual([]);
});

test('M-14.20: a browser’s agent waits for its answer, and nobody else’s call is lost', async ({
  page,
  visit,
}) => {
  const chat = await visit(ON);
  await isOffered(page);
  const [first, second] = await Promise.all([
    ask(page, 'Where is my order 4711?'),
    ask(page, 'What does delivery cost?'),
  ]);
  expect([first, second].filter(({ isError }) => isError).map(textOf)).toEqual([
    'Wait for the answer to the last question.',
  ]);
  await expect(chat.messages('user')).toHaveCount(1);
  const nothing = await ask(page, ' ');
  const card = await ask(page, 'My card is 4111 1111 1111 1111');
  await page.evaluate(() => window.Foyer?.on('before-send', () => false));
  const refused = await ask(page, 'Where is my order 4711?');
  expect([nothing, card, refused].map(textOf)).toEqual([
    'Give 1 to 4000 characters.',
    'Leave out card and account numbers and passwords.',
    'The page refuses this text.',
  ]);
  await expect(chat.messages('user')).toHaveCount(1);
});

test('M-14.20: a browser’s agent is refused while a person is in the chat, or sought', async ({
  page,
  visit,
}) => {
  const chat = await visit(ON);
  await isOffered(page);
  const sought = await ask(page, 'I want to talk to a human');
  await expect(chat.host()).toHaveAttribute('data-handoff', 'live');
  const live = (await page.webmcp.callTool('continue_support', { text: 'Hello' })) as Result;
  expect([sought, live]).toMatchObject([{ isError: true }, { isError: true }]);
  expect(textOf(live)).toContain('a person');
  await expect(chat.messages('user')).toHaveCount(1);
});

test.describe('with consent', () => {
  test.use({ demoOptions: { emulator: { pace: FAST }, logLevel: 'silent', branding: BRANDING } });

  test('M-14.20: a browser’s agent needs the visitor’s consent, like everybody', async ({ page, visit }) => {
    const chat = await visit(ON);
    await isOffered(page);
    const declined = ask(page, 'Where is my order 4711?');
    await page.getByRole('button', { name: chat.texts.decline }).click();
    expect(textOf(await declined)).toBe('The visitor has not agreed to this chat.');
    const given = ask(page, 'Where is my order 4711?');
    await page.getByRole('button', { name: chat.texts.consent }).click();
    expect(textOf(await given)).toContain('4711');
    await expect(chat.messages('user')).toHaveCount(1);
  });

  test('M-14.20: a cancelled call frees the tool, and a closed page ends its call', async ({
    page,
    visit,
  }) => {
    const chat = await visit(ON);
    await isOffered(page);
    // Playwright cancels no call.
    await page.evaluate(async () => {
      const { modelContext } = document as unknown as {
        modelContext: { getTools(): Promise<object[]>; executeTool(...call: unknown[]): Promise<unknown> };
      };
      const [tool] = await modelContext.getTools();
      const canceller = new AbortController();
      const { signal } = canceller;
      const call = modelContext.executeTool(tool, { question: 'Hello' }, { signal });
      Object.assign(window, {
        cancel: () => canceller.abort(),
        outcome: call.then(String, ({ name }: Error) => name),
      });
    });
    const consent = page.getByRole('button', { name: chat.texts.consent });
    await consent.waitFor();
    await page.evaluate('cancel()');
    expect(await page.evaluate('outcome')).toBe('AbortError');

    const again = ask(page, 'Where is my order 4711?');
    await consent.click();
    expect(textOf(await again)).toContain('4711');
    await expect(chat.messages('user')).toHaveCount(1);
    const last = expect(ask(page, 'Where is my order 4711?')).rejects.toThrow('closed');
    await page.close();
    await last;
  });
});
