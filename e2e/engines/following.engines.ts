import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const ENTRIES = 400;
/** A question with a short answer, and commands for answers that all fit into the panel: text, cards, a picture, suggestions, a notice. */
const QUESTIONS = ['Do you ship abroad?', 'long 60', 'card', 'image', 'suggest', 'error'] as const;

/** Distance between the visible part and the end, once two frames have been painted. */
const distance = ({ page }: Visitor) =>
  page.evaluate(async (all) => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const [log] = all('[role=log]');
    return log ? Math.round(log.scrollHeight - log.clientHeight - log.scrollTop) : Number.NaN;
  }, undefined);

/** The visitor's last message, and whether it has a complete answer. Rows far above are no elements any more. */
const lastExchange = ({ page }: Visitor) =>
  page.evaluate((all) => {
    const last = all('[role=log] [data-message-id]').at(-1);
    return {
      // The words of the delivery stand after it.
      asked: all('[data-author=user] .bubble').at(-1)?.firstChild?.textContent,
      isAnswered: last?.dataset['author'] !== 'user' && all('[data-streaming], .typing-line').length === 0,
    };
  }, undefined);

test(`the end stays in sight over ${ENTRIES} entries`, async ({ visitor, demo, step }) => {
  test.setTimeout(1_800_000);
  await visitor.page.goto(`${demo.siteUrl}/shop/`);
  await visitor.openWithGreeting();
  await step('after each question and after each answer', async () => {
    for (let exchange = 1; exchange <= ENTRIES / 2; exchange++) {
      const text = QUESTIONS[exchange % QUESTIONS.length] ?? '';
      await visitor.page.evaluate((_, text) => window.Foyer?.send(text), text);
      await expect.poll(async () => (await lastExchange(visitor)).asked).toBe(text);
      await expect.poll(() => distance(visitor), `after question ${exchange}`).toBeLessThanOrEqual(1);
      await expect.poll(() => lastExchange(visitor)).toEqual({ asked: text, isAnswered: true });
      await expect.poll(() => distance(visitor), `after answer ${exchange}`).toBeLessThanOrEqual(1);
    }
  });
});
