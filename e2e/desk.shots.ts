import { fileURLToPath } from 'node:url';
import { DeskPage } from './desk-page.ts';
import { expect, test } from './fixtures.ts';

/** Screenshots of the desk in `shots/`: each state on desktop and phone, light and dark. */

const folder = fileURLToPath(new URL('../shots/', import.meta.url));

const LOOKS = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

for (const { name, ...look } of LOOKS) {
  test(`the desk, ${name}`, async ({ chat, demo, browser }) => {
    const context = await browser.newContext(look);
    const signIn = await context.newPage();
    const shot = (state: string, page = signIn) =>
      page.screenshot({ path: `${folder}desk-${name}-${state}.png` });
    await signIn.goto(`${demo.emulator.messagingUrl}/desk`);
    await signIn.getByLabel('Your name').fill('Ada');
    await signIn.getByLabel('Control key').fill('wrong');
    await signIn.getByRole('button', { name: 'Go to the desk' }).click();
    await shot('1-sign-in');
    const desk = await DeskPage.signedIn(context, demo);
    const { page } = desk;
    await shot('2-empty', page);
    await chat.openWithGreeting();
    await chat.send('markdown');
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.send('مرحبا، المصباح لا يعمل');
    await chat.send('human');
    await expect(desk.visitors()).toHaveCount(1);
    await shot('3-waiting', page);
    await desk.visitors().click();
    await shot('4-history', page);
    await desk.button('Accept').click();
    await desk.send('Hello, this is Ada. Which lamp is it?');
    await chat.send('The **Halo**, bought in May');
    await desk.send('Thank you, I am looking it up.\n\n- order 4711\n- delivered on 3 May');
    await chat.composer().pressSequentially('And');
    await expect(desk.log()).toContainText('is typing');
    await desk.composer().fill('It is still under');
    await shot('5-talking', page);
    await desk.button('End chat').click();
    await shot('6-end', page);
    await desk.button('Keep chatting').click();
    await desk.composer().fill('');
    await context.setOffline(true);
    await desk.send('It is still under warranty.');
    await expect(page.getByRole('alert')).toBeVisible();
    await shot('7-lost', page);
    await context.close();
  });
}
