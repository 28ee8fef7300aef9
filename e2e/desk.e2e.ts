import type { BrowserContext } from 'playwright/test';
import { violations } from './axe.ts';
import { DeskPage } from './desk-page.ts';
import { expect, test } from './fixtures.ts';

/** A visitor in one browser, a live agent in another. */

test.describe('the desk', () => {
  // Two or three browsers at a time.
  test.describe.configure({ timeout: 60_000 });
  let apart: BrowserContext;
  test.beforeEach(async ({ browser }) => {
    apart = await browser.newContext();
  });
  test.afterEach(() => apart.close());

  test('a visitor who asks for a person talks to the one at the desk, and to the agent again', async ({
    chat,
    demo,
  }) => {
    const desk = await DeskPage.signedIn(apart, demo);
    await expect(desk.list()).toContainText('Nobody waits.');
    await chat.greeted();
    await chat.say('My lamp flickers');
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.say('human');
    await expect(chat.messages('notice').last()).toContainText('You are next.');
    await expect(desk.page).toHaveTitle('(1) Desk');

    // The queue, then the history.
    await expect(desk.visitors()).toHaveCount(1);
    await expect(desk.visitors()).toContainText('My lamp flickers');
    await desk.visitors().click();
    await expect(desk.said('visitor')).toHaveText([/My lamp flickers/, /human/]);
    await expect(desk.said('agent').first()).toContainText('Hi, I am Iris from Lumen & Oak.');
    await expect(desk.said('agent').first().locator('strong')).toHaveText('Iris');
    await expect(desk.composer()).toBeHidden();
    await desk.button('Accept').click();
    await expect(chat.messages('notice').last()).toContainText('Ada');
    await expect(desk.page).toHaveTitle('Desk');

    // Typing, both ways.
    await desk.composer().pressSequentially('Hello, I am');
    await expect(chat.transcript()).toContainText(chat.words.typing.replace('{name}', 'Ada'));
    await desk.composer().fill('');
    await expect(chat.transcript()).not.toContainText(chat.words.typing.replace('{name}', 'Ada'));
    await chat.composer().pressSequentially('It is the');
    await expect(desk.log()).toContainText('The visitor is typing …');
    await chat.composer().fill('');
    await expect(desk.log()).not.toContainText('The visitor is typing …');

    await desk.say('Which lamp is it?\n<b>Not</b> **markup**');
    await expect(chat.messages('live-agent')).toContainText('Which lamp is it?');
    await expect(desk.said('person')).toHaveCount(1);
    await chat.say('<img src=x onerror=alert(1)> “Halo”');
    await expect(desk.said('visitor').last()).toContainText('<img src=x onerror=alert(1)> “Halo”');

    await desk.button('Hand back to the agent').click();
    await expect(chat.messages('agent').last()).toContainText('I am with you again.');
    await expect(desk.list()).toContainText('No conversations.');
    await chat.say('delivery');
    await expect(chat.messages('agent').last()).toContainText('days');
  });

  test('leaving gives the visitor to a colleague, who ends the chat', async ({ chat, demo, browser }) => {
    const ada = await DeskPage.signedIn(apart, demo, 'Ada');
    const other = await browser.newContext();
    const grace = await DeskPage.signedIn(other, demo, 'Grace');
    await chat.greeted();
    await chat.say('human');
    await ada.accept();
    await expect(grace.list()).toContainText('Nobody waits.');
    await ada.say('One moment, my colleague knows more.');
    await ada.button('Leave to a colleague').click();
    await grace.accept();
    await expect(grace.said('person')).toContainText('One moment, my colleague knows more.');
    await grace.say('Here I am.');
    await expect(chat.messages('live-agent')).toHaveCount(2);
    await grace.button('End chat').click();
    await grace.button('Really end?').click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    await expect(grace.log()).toContainText('The chat is over');
    await expect(grace.composer()).toBeHidden();
    await other.close();
  });

  test('the end of a long conversation stays in sight, unless one reads what was before', async ({
    chat,
    demo,
  }) => {
    const desk = await DeskPage.signedIn(apart, demo);
    await chat.greeted();
    for (const text of ['markdown', 'markdown', 'human']) {
      await chat.say(text);
      await expect(chat.messages('user').last()).toContainText(text);
    }
    await desk.accept();
    await desk.say('Hello');
    const last = desk.said('person').last();
    await expect(last).toBeInViewport();
    await desk.page.setViewportSize({ width: 1280, height: 400 });
    await expect(last).toBeInViewport();
    await desk.log().hover();
    await desk.page.mouse.wheel(0, -600);
    await expect(last).not.toBeInViewport();
    await chat.say('Are you there?');
    await expect(desk.said('visitor').last()).toContainText('Are you there?');
    await expect(desk.said('visitor').last()).not.toBeInViewport();
  });

  test('a page that is loaded again, or that the platform was lost to, has all of it again', async ({
    chat,
    demo,
  }) => {
    const desk = await DeskPage.signedIn(apart, demo);
    await chat.greeted();
    await chat.say('human');
    await desk.accept();
    await desk.say('Before');
    await desk.page.reload();
    await desk.visitors().click();
    await expect(desk.said('person')).toHaveText([/Before/]);

    await apart.setOffline(true);
    await desk.say('Into the void');
    await expect(desk.said('person').last()).toContainText('Not sent.');
    await expect(desk.page.getByRole('alert')).toHaveText('The platform cannot be reached.');
    await desk.composer().fill('Half a thought');
    await apart.setOffline(false);
    await desk.button('Send again').click();
    await expect(chat.messages('live-agent').last()).toContainText('Into the void');
    await expect(desk.said('person')).toHaveText([/Before/, /Into the void/]);
    await expect(desk.composer()).toHaveValue('Half a thought');
  });

  test('is worked by the keyboard: the focus is where one goes on, after each deed', async ({
    chat,
    demo,
  }) => {
    const { page, button, composer, list, log, visitors } = await DeskPage.signedIn(apart, demo);
    const status = page.getByRole('status').first();
    const heading = page.getByRole('heading', { name: /^Visitor / });
    await chat.greeted();
    await chat.say('human');
    await expect(status).toHaveText('1 visitor waits.');
    await visitors().press('Enter');
    await expect(heading).toBeFocused();
    await button('Accept').press('Enter');
    await expect(composer()).toBeFocused();
    await button('Leave to a colleague').press('Enter');
    await expect(list()).toBeFocused();
    await visitors().press('Enter');
    await button('Accept').press('Enter');
    await chat.composer().pressSequentially('Still ther');
    await expect(log()).toContainText('is typing');
    await button('End chat').dblclick();
    await expect(button('Really end?')).toBeVisible();
    await button('Really end?').press('Enter');
    await expect(heading).toBeFocused();
    await expect(log()).toContainText('The chat is over');
    await expect(log()).not.toContainText('is typing');
  });

  test('who is not available gets no visitors; who signs out is at the door, with all pages', async ({
    chat,
    demo,
  }) => {
    const desk = await DeskPage.signedIn(apart, demo);
    await desk.page.getByRole('switch', { name: 'Available' }).click();
    await expect(desk.page.getByRole('switch', { name: 'Available' })).not.toBeChecked();
    await chat.greeted();
    await chat.say('human');
    await expect(chat.messages('live-agent')).toContainText('Noor');
    await expect(desk.list()).toContainText('Nobody waits.');
    const other = await apart.newPage();
    await other.goto(desk.page.url());
    await expect(other.getByRole('switch', { name: 'Available' })).not.toBeChecked();
    await desk.button('Sign out').click();
    await expect(other.getByLabel('Control key')).toBeVisible();
    await expect(desk.page.getByRole('heading', { name: 'Desk' })).toBeVisible();
    await expect(desk.page.getByLabel('Control key')).toBeVisible();
  });

  test('the shop leads to it, under either name of this machine', async ({ chat, demo, page }) => {
    for (const origin of [demo.siteUrl, demo.siteUrl.replace('127.0.0.1', 'localhost')]) {
      await page.goto(`${origin}/shop/`);
      await page.getByText('Make something go wrong').click();
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Open the desk' }).click();
      const desk = new DeskPage(await opened);
      await expect(desk.page.getByText('Sam', { exact: true })).toBeVisible();
      expect(desk.page.url()).toBe(`${demo.emulator.messagingUrl}/desk`);
      expect(await desk.page.evaluate(() => window.opener)).toBeNull();
    }
    await chat.greeted();
    await chat.say('human');
    await expect(chat.messages('notice').last()).toContainText('You are next.');
  });

  test('a wrong key is said to be wrong, and the name stays', async ({ demo }) => {
    const page = await apart.newPage();
    await page.goto(`${demo.emulator.messagingUrl}/desk`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Control key').fill('not-the-control-key');
    await page.getByRole('button', { name: 'Go to the desk' }).click();
    await expect(page.getByRole('alert')).toHaveText('This is not the control key of this platform.');
    await expect(page.getByLabel('Your name')).toHaveValue('Ada');
    expect(await violations(page, 'body')).toEqual([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has no barrier that axe-core can find, ${colorScheme}`, async ({ chat, demo, browser }) => {
      const context = await browser.newContext({ colorScheme });
      const desk = await DeskPage.signedIn(context, demo);
      const look = async () => expect(await violations(desk.page, 'body')).toEqual([]);
      await look();
      await chat.greeted();
      await chat.say('human');
      await desk.visitors().click();
      await look();
      await desk.button('Accept').click();
      await desk.say('Hello');
      await chat.composer().pressSequentially('Hi');
      await expect(desk.log()).toContainText('is typing');
      await look();
      await desk.button('End chat').click();
      await look();
      await context.setOffline(true);
      await desk.say('Lost');
      await expect(desk.page.getByRole('alert')).toBeVisible();
      await look();
      await context.close();
    });
  }
});
