import { expect, test } from './fixtures.ts';
import { TEXTS } from './visitor.ts';

test('a visitor ends the chat', async ({ visitor, demo, step }) => {
  const { page } = visitor;
  await page.goto(`${demo.siteUrl}/shop/`);
  await visitor.openWithGreeting();
  await step('“End chat” asks, and the visitor keeps chatting', async () => {
    await visitor.chooseMenuItem(TEXTS.end);
    await expect.poll(() => page.count({ role: 'alertdialog', name: TEXTS.endQuestion })).toBe(1);
    await page.click({ role: 'button', name: TEXTS.keepChatting });
    await expect.poll(() => page.count({ css: '[role=alertdialog]' })).toBe(0);
    expect(await visitor.connection()).toBe('online');
  });
  await step('the chat ends and nothing stays stored', async () => {
    await visitor.end();
    await expect.poll(() => page.count({ css: '[data-kind=conversation_ended]' })).toBe(1);
    await expect.poll(() => page.count({ css: 'textarea' })).toBe(0);
    await expect.poll(visitor.storage).toEqual({});
  });
  await step('the transcript is downloaded', async () => {
    const html = await page.download(() => page.click({ role: 'button', name: TEXTS.download }));
    expect(html).toMatch(/^<!doctype html>.*Iris.*<\/html>\s*$/is);
  });
  await step('feedback is sent', async () => {
    await page.click({ role: 'button', name: TEXTS.good });
    await page.click({ role: 'textbox', name: TEXTS.feedbackLine });
    await page.type('Quick and kind');
    await page.press('Enter');
    await expect.poll(() => visitor.texts('.feedback')).toEqual([TEXTS.thanks]);
  });
  await step('a new chat begins', async () => {
    await page.click({ role: 'button', name: TEXTS.restart });
    await visitor.hasAnswers(1);
    expect(await visitor.connection()).toBe('online');
    expect(demo.emulator.sessions().length).toBe(2);
  });
});

test('a visitor uses the keyboard', async ({ visitor, demo, step }) => {
  const { page } = visitor;
  await page.goto(`${demo.siteUrl}/shop/`);
  await step('Enter at the launcher opens the chat with the focus in the composer', async () => {
    await expect.poll(() => page.count({ css: '.launcher' })).toBe(1);
    await page.evaluate((all) => all('.launcher')[0]?.focus(), undefined);
    await page.press('Enter');
    await expect.poll(visitor.focused).toBe(TEXTS.message);
    await expect.poll(() => visitor.texts('.suggestion')).not.toEqual([]);
  });
  await step('Shift+Enter breaks a line and Enter sends', async () => {
    await page.type('Line one');
    await page.press('Shift+Enter');
    await page.type('line two');
    await page.press('Enter');
    await expect.poll(() => visitor.messages('user')).toEqual([expect.stringMatching(/Line one\s?line two/)]);
    await visitor.hasAnswers(2);
  });
  await step('Tab leads through the chat in both directions', async () => {
    await page.type('x');
    await page.press('Tab');
    await expect.poll(visitor.focused).toBe(TEXTS.send);
    await page.press('Shift+Tab');
    await expect.poll(visitor.focused).toBe(TEXTS.message);
    await page.press('Backspace');
  });
  await step('the menu opens, is walked and closes by keys, and returns the focus', async () => {
    await page.evaluate((all) => all('[aria-haspopup=menu]')[0]?.focus(), undefined);
    await page.press('Enter');
    await expect.poll(visitor.focused).toBe(TEXTS.talkToPerson);
    await page.press('ArrowDown');
    await expect.poll(visitor.focused).toBe(TEXTS.download);
    await page.press('Escape');
    await expect.poll(visitor.focused).toBe(TEXTS.menu);
    expect(await page.count({ css: '.panel' })).toBe(1);
  });
  await step('Escape closes the chat and returns the focus to the launcher', async () => {
    await page.press('Escape');
    await expect.poll(() => page.count({ css: '.panel' })).toBe(0);
    await expect.poll(visitor.focused).toBe(TEXTS.open);
  });
});
