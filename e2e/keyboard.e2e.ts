import { expect, test } from './fixtures.ts';

test('the whole chat works by keyboard, and the focus is never lost', async ({ chat, page }) => {
  const press = (key: string) => page.keyboard.press(key);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(chat.shop);
  await chat.launcher().focus();
  await press('Enter');
  await expect(chat.composer()).toBeFocused();

  await test.step('a suggestion', async () => {
    await expect(chat.suggestions()).toHaveCount(3);
    await press('Shift+Tab');
    await expect(chat.suggestions().last()).toBeFocused();
    await press('Enter');
    await expect(chat.messages('user')).toHaveCount(1);
    await expect(chat.composer()).toBeFocused();
    await expect(chat.messages('agent')).toHaveCount(2);
  });

  await test.step('an image', async () => {
    await page.keyboard.type('image');
    await press('Enter');
    const enlarge = button('Enlarge image').last();
    await expect(enlarge).toBeAttached();
    await enlarge.focus();
    await press('Enter');
    await expect(button('Close image')).toBeFocused();
    // It is a drawing, which has no size of its own.
    await expect(page.locator('dialog img')).toBeInViewport();
    await press('Escape');
    await expect(enlarge).toBeFocused();
    await expect(chat.panel()).toBeVisible();
  });

  await test.step('the menu', async () => {
    const menu = button('Menu');
    await menu.focus();
    await press('Enter');
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await expect(item('Talk to a person')).toBeFocused();
    await press('ArrowUp');
    await expect(item('End chat')).toBeFocused();
    await press('ArrowUp');
    await expect(item('Start new chat')).toBeFocused();
    await press('Escape');
    await expect(menu).toBeFocused();
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  await press('Escape');
  await expect(chat.panel()).toBeHidden();
  await expect(chat.launcher()).toBeFocused();
});
