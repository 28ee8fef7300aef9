import { clearFaults, injectFault } from '../platform-faults.ts';
import { expect, test } from './fixtures.ts';
import { TEXTS, type Visitor } from './visitor.ts';

const CHUNKS = { on: 'frames-down', kinds: ['AGENT_MESSAGE_CHUNK'] };

const lengthOfAnswer = async ({ lastAnswer }: Visitor) => (await lastAnswer())?.length ?? 0;

/** Waits until the last answer is longer than now. */
async function grows(visitor: Visitor) {
  const before = await lengthOfAnswer(visitor);
  await expect.poll(() => lengthOfAnswer(visitor)).toBeGreaterThan(before);
}

const scrollTop = ({ page }: Visitor) => page.evaluate((all) => all('[role=log]')[0]?.scrollTop, undefined);

/** Position of the transcript once it has stopped scrolling. */
async function restingTop(visitor: Visitor) {
  let top: number | undefined;
  const isAtRest = async () => {
    const before = top;
    top = await scrollTop(visitor);
    return top === before;
  };
  await expect.poll(isAtRest).toBe(true);
  return top;
}

/** Distance of the visible part from the end of the transcript. */
const distanceFromEnd = ({ page }: Visitor) =>
  page.evaluate((all) => {
    const [log] = all('[role=log]');
    return log && Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
  }, undefined);

/** A position is rounded down to a whole pixel, so that the first line stays whole. */
const AT_THE_TOP = [0, 1];

/** Distance of the last answer below the upper edge of the visible part. */
const offsetOfAnswer = ({ page }: Visitor) =>
  page.evaluate((all) => {
    const top = (css: string) => all(css).at(-1)?.getBoundingClientRect().top ?? Number.NaN;
    return Math.round(top('[data-author=agent]') - top('[role=log]'));
  }, undefined);

test('a visitor talks to the agent', async ({ visitor, demo, step }) => {
  const { page } = visitor;
  await step('the page shows the launcher and stores nothing', async () => {
    await page.goto(`${demo.siteUrl}/shop/`);
    await expect.poll(() => page.count({ role: 'button', name: TEXTS.open })).toBe(1);
    expect(await page.evaluate(() => ({ ...localStorage }), undefined)).toEqual({});
    expect(await visitor.connection()).toBe('idle');
  });
  await step('the chat opens with the greeting and suggestions', async () => {
    await visitor.openWithGreeting();
    expect(await page.count({ role: 'dialog', name: 'Lumen & Oak' })).toBe(1);
    await expect.poll(() => visitor.messages('agent')).toEqual([expect.stringContaining('Hi, I am Iris')]);
  });
  await step('a suggestion is sent and answered', async () => {
    await page.click({ role: 'button', name: 'How long does delivery take?' });
    await visitor.hasAnswers(2);
    expect(await visitor.messages('user')).toEqual([expect.stringContaining('How long does delivery take?')]);
    await expect.poll(() => visitor.attribute('[data-author=user]', 'data-delivery')).toBe('sent');
  });
  await step('an answer streams in word by word', async () => {
    await injectFault(demo, { ...CHUNKS, do: 'trickle', bytesPerS: 6_000 });
    await visitor.send('long 4000');
    for (let time = 0; time < 3; time++) await grows(visitor);
  });
  await step('an answer that does not fit stops with its beginning at the top', async () => {
    await expect.poll(() => page.count({ role: 'button', name: TEXTS.readOn })).toBe(1);
    await expect.poll(async () => AT_THE_TOP.includes(await offsetOfAnswer(visitor))).toBe(true);
    await grows(visitor);
    expect(AT_THE_TOP).toContain(await offsetOfAnswer(visitor));
  });
  await step('the visitor follows the answer to its end', async () => {
    await page.click({ role: 'button', name: TEXTS.readOn });
    await expect.poll(() => distanceFromEnd(visitor)).toBeLessThanOrEqual(1);
    await grows(visitor);
    await expect.poll(() => distanceFromEnd(visitor)).toBeLessThanOrEqual(1);
  });
  await step('a visitor who scrolls up stays there', async () => {
    await page.scroll('[role=log]', -300);
    await expect.poll(() => page.count({ role: 'button', name: TEXTS.readOn })).toBe(1);
    const before = await restingTop(visitor);
    await grows(visitor);
    expect(await scrollTop(visitor)).toBe(before);
    await clearFaults(demo);
    await injectFault(demo, { on: 'connection', do: 'cut' });
    await visitor.hasAnswers(3);
  });
});

test('a visitor reads what the agent shows', async ({ visitor, demo, step }) => {
  const { page } = visitor;
  await page.goto(`${demo.siteUrl}/shop/`);
  await visitor.openWithGreeting();
  await step('Markdown is formatted', async () => {
    await visitor.send('markdown');
    await visitor.hasAnswers(2);
    for (const css of ['strong', 'li', 'pre code'])
      await expect.poll(() => page.count({ css: `[data-author=agent] ${css}` }), css).toBeGreaterThan(0);
    expect((await visitor.messages('agent')).join()).not.toContain('**');
  });
  await step('code is copied', async () => {
    await page.click({ role: 'button', name: TEXTS.copy });
    await expect.poll(() => visitor.texts('[role=status]')).toContain(TEXTS.copied);
    await page.click({ role: 'textbox', name: TEXTS.message });
    await page.press('Control+v');
    const [code] = await visitor.texts('pre code');
    await expect.poll(visitor.draft).toBe(code);
  });
  await step('a draft is kept while the chat is closed', async () => {
    const draft = await visitor.draft();
    await page.click({ role: 'button', name: TEXTS.close });
    await expect.poll(() => page.count({ css: '.panel' })).toBe(0);
    await page.click({ css: '.launcher' });
    await expect.poll(visitor.draft).toBe(draft);
    await page.press('Control+a');
    await page.press('Backspace');
    await expect.poll(visitor.draft).toBe('');
  });
  await step('unsupported markup is text', async () => {
    await visitor.send('html');
    await visitor.hasAnswers(3);
    await expect.poll(visitor.lastAnswer).toContain('<script>');
    expect(await page.count({ css: '.bubble :is(script, img, iframe, [onerror])' })).toBe(0);
    expect(await page.evaluate(() => '__pwned' in window, undefined)).toBe(false);
  });
  await step('cards lead to the shop, and the next one comes by a button', async () => {
    await visitor.send('card');
    await visitor.hasAnswers(4);
    await expect.poll(() => visitor.attribute('.card-body', 'href')).toBe(`${demo.siteUrl}/shop/#nub`);
    await page.click({ role: 'button', name: TEXTS.nextCard });
    await expect.poll(() => visitor.attribute('[aria-label="Next card"]', 'aria-disabled')).toBe('true');
  });
  await step('an image is enlarged, and Escape closes it', async () => {
    await visitor.send('image');
    await visitor.hasAnswers(5);
    await page.click({ role: 'button', name: TEXTS.enlarge });
    await expect.poll(() => page.count({ css: 'dialog img' })).toBe(1);
    await page.press('Escape');
    await expect.poll(() => page.count({ css: 'dialog' })).toBe(0);
    expect(await page.count({ css: '.panel' })).toBe(1);
  });
  await step('a call action has the number', async () => {
    await visitor.send('call');
    await visitor.hasAnswers(6);
    await expect.poll(() => visitor.attribute('.call-action', 'href')).toBe('tel:+15550100142');
  });
});
