import { expect, test } from './fixtures.ts';

/** The example shop is the first thing that visitors of the demo see. */
test.describe('the shop', () => {
  test('the shop opens the chat with a sentence to try, and gets an answer to each', async ({
    chat,
    page,
  }) => {
    await page.goto(chat.shop);
    const sentence = (text: string) =>
      page.getByRole('region', { name: 'Ask us anything' }).getByRole('button', { name: text });
    await expect(sentence('').first()).toBeVisible();
    const answers = {
      'Where is my order 4711?': 'on its way',
      'How much is the Halo lamp?': '€89',
      'My vase arrived broken.': 'I am very sorry',
      'Are you a bot?': 'I am a bot',
      'Wie lange dauert die Lieferung?': 'Werktagen',
    };
    await expect(sentence('')).toHaveCount(6);
    for (const [text, expected] of Object.entries(answers)) {
      await sentence(text).click();
      await expect(chat.panel()).toBeVisible();
      await expect(chat.messages('user').last()).toContainText(text);
      await expect(chat.messages('agent').last()).toContainText(expected);
    }
    await sentence('I would like to talk to a person.').click();
    await expect(chat.messages('live-agent')).toContainText('Noor');

    // A chat that has ended begins anew.
    await chat.send('bye');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    await sentence('Are you a bot?').click();
    await expect(chat.messages('agent').last()).toContainText('I am a bot');
  });

  test('the shop keeps a sentence that is pressed before the chat has loaded', async ({ chat, page }) => {
    let load = () => {};
    const held = new Promise<void>((done) => {
      load = done;
    });
    await page.route('**/widget.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(chat.shop, { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: 'Are you a bot?' }).click();
    load();
    await expect(chat.messages('user')).toContainText('Are you a bot?');
  });

  test('leads from the card of a product to the product', async ({ chat, page }) => {
    await chat.openWithGreeting();
    await chat.send('do you sell candles?');
    await chat
      .transcript()
      .getByRole('link', { name: /Woodsmoke/ })
      .click();
    // M-14.17: the shop's own page opens in the same tab, and the conversation follows.
    await expect(page.locator('.product:target')).toContainText('Woodsmoke candle');
  });
});
