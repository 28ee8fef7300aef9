import { expect, FAST, test } from './fixtures.ts';
import { BRANDING } from './gallery/branding.ts';

test.describe('a site that requires consent', () => {
  test.use({ demoOptions: { emulator: { pace: FAST }, logLevel: 'silent', branding: BRANDING } });

  test('the heading of the consent is as wide as the header, also on a low and wide screen', async ({
    chat,
    page,
  }) => {
    await page.setViewportSize({ width: 1000, height: 400 });
    await chat.open();
    await expect(page.getByRole('button', { name: chat.texts.consent })).toBeFocused();
    const widthOf = (part: string) =>
      chat
        .panel()
        .locator(part)
        .evaluate((element) => element.getBoundingClientRect().width);
    expect(await widthOf('.welcome')).toBe(await widthOf('.header'));
  });

  test('consent can be declined, and gives the focus to the composer', async ({ chat, page }) => {
    const created: string[] = [];
    page.on('request', (event) => event.method() === 'POST' && created.push(event.url()));
    await chat.open();
    const consent = page.getByRole('button', { name: chat.texts.consent });
    await expect(consent).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: chat.texts.decline })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chat.panel()).toHaveCount(0);
    await expect(chat.launcher()).toBeFocused();
    expect([created, await chat.storage(), await page.context().cookies()]).toEqual([
      [],
      {},
      expect.any(Array),
    ]);

    await page.keyboard.press('Enter');
    await expect(consent).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chat.composer()).toBeFocused();
    await expect(chat.suggestions().first()).toBeVisible();
    expect(created.length).toBe(1);
  });
});

test('a text that is too long stays in the composer, and a failed message can be edited', async ({
  chat,
  page,
}) => {
  await chat.openWithGreeting();
  const tooLong = 'x'.repeat(135_000);
  await chat.composer().fill(tooLong);
  await expect(page.locator('.character-counter')).toHaveAttribute('data-over', 'true');
  await expect(chat.composer()).toHaveAccessibleDescription(/^Too long by 4,115 characters$/);
  await chat.composer().press('Enter');
  await expect(chat.messages('user')).toHaveCount(0);
  await expect(chat.composer()).toHaveValue(tooLong);
  await chat.composer().fill('And the Halo?');
  await page.evaluate("Foyer.send('x'.repeat(135_000))");
  await chat.messages('user').getByRole('button', { name: chat.texts.edit }).click();
  await expect(chat.messages('user')).toHaveCount(0);
  await expect(chat.composer()).toBeFocused();
  await expect(chat.composer()).toHaveValue(`${tooLong}\nAnd the Halo?`);
});
