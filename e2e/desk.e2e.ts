import type { BrowserContext } from 'playwright/test';
import { COLOUR_RULES, violations } from './axe.ts';
import { DeskPage } from './desk-page.ts';
import { expect, test } from './fixtures.ts';

/** A visitor in one browser context, a live agent in another. */

test.describe('the desk', () => {
  // Each test uses two or three browser contexts.
  let agentContext: BrowserContext;
  test.beforeEach(async ({ browser }) => {
    agentContext = await browser.newContext();
  });
  test.afterEach(() => agentContext.close());

  test('the desk shows a message that a visitor leaves after nobody was reached', {
    tag: '@own-demo',
  }, async ({ chat, demo, page }) => {
    const desk = await DeskPage.signedIn(agentContext, demo);
    await chat.openWithGreeting();
    await chat.send('human fail');
    await page.getByRole('button', { name: chat.texts.leaveMessage }).click();
    await page.getByRole('textbox', { name: chat.texts.contact }).fill('mia@example.com');
    const form = page.getByRole('form', { name: chat.texts.leaveMessage });
    await form.getByRole('textbox', { name: chat.texts.message }).fill('Please call me back.');
    await form.getByRole('button', { name: chat.texts.send }).click();
    await expect(page.getByText(chat.texts.messageLeft)).toBeVisible();
    await expect(desk.list()).toContainText('mia@example.com');
    await expect(desk.list()).toContainText('Please call me back.');
    expect(await violations(desk.page, 'body')).toEqual([]);
  });

  test('the desk hands a visitor over to a live agent and back to the agent', { tag: '@own-demo' }, async ({
    chat,
    demo,
  }) => {
    const desk = await DeskPage.signedIn(agentContext, demo);
    await expect(desk.list()).toContainText('Nobody waits.');
    await chat.openWithGreeting();
    await chat.send('My lamp flickers');
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.send('human');
    await expect(chat.messages('notice').last()).toContainText('You are next.');
    await expect(desk.page).toHaveTitle('(1) Desk');

    // Queue and history.
    await expect(desk.visitors()).toHaveCount(1);
    await expect(desk.visitors()).toContainText('My lamp flickers');
    await desk.visitors().click();
    await expect(desk.entries('visitor')).toHaveText([/My lamp flickers/, /human/]);
    await expect(desk.entries('agent').first()).toContainText('Hi, I am Iris from Lumen & Oak.');
    await expect(desk.entries('agent').first().locator('strong')).toHaveText('Iris');
    await expect(desk.composer()).toBeHidden();
    await desk.button('Accept').click();
    await expect(chat.messages('notice').last()).toContainText('Ada');
    await expect(desk.page).toHaveTitle('Desk');

    // Typing indicators in both directions.
    await desk.composer().pressSequentially('Hello, I am');
    await expect(chat.transcript()).toContainText(chat.texts.typing.replace('{name}', 'Ada'));
    await desk.composer().fill('');
    await expect(chat.transcript()).not.toContainText(chat.texts.typing.replace('{name}', 'Ada'));
    await chat.composer().pressSequentially('It is the');
    await expect(desk.log()).toContainText('The visitor is typing …');
    await chat.composer().fill('');
    await expect(desk.log()).not.toContainText('The visitor is typing …');

    await desk.send('Which lamp is it?\n<b>Not</b> **markup**');
    await expect(chat.messages('live-agent')).toContainText('Which lamp is it?');
    await expect(desk.entries('person')).toHaveCount(1);
    await chat.send('<img src=x onerror=alert(1)> “Halo”');
    await expect(desk.entries('visitor').last()).toContainText('<img src=x onerror=alert(1)> “Halo”');

    await desk.button('Hand back to the agent').click();
    await expect(chat.messages('agent').last()).toContainText('I am with you again.');
    await expect(desk.list()).toContainText('No conversations.');
    await chat.send('delivery');
    await expect(chat.messages('agent').last()).toContainText('days');
  });

  test('the desk passes a visitor on to a colleague who ends the chat @full', async ({
    chat,
    demo,
    browser,
  }) => {
    const ada = await DeskPage.signedIn(agentContext, demo, 'Ada');
    const other = await browser.newContext();
    const grace = await DeskPage.signedIn(other, demo, 'Grace');
    await chat.openWithGreeting();
    await chat.send('human');
    await ada.accept();
    await expect(grace.list()).toContainText('Nobody waits.');
    await ada.send('One moment, my colleague knows more.');
    await ada.button('Leave to a colleague').click();
    await grace.accept();
    await expect(grace.entries('person')).toContainText('One moment, my colleague knows more.');
    await grace.send('Here I am.');
    await expect(chat.messages('live-agent')).toHaveCount(2);
    await grace.button('End chat').click();
    await grace.dialog().getByRole('button', { name: 'End chat' }).click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    await expect(grace.log()).toContainText('The chat is over');
    await expect(grace.composer()).toBeHidden();
    await other.close();
  });

  test('keeps the end of a conversation visible unless the live agent has scrolled up', {
    tag: ['@ci', '@own-demo'],
  }, async ({ chat, demo }) => {
    const desk = await DeskPage.signedIn(agentContext, demo);
    await chat.openWithGreeting();
    for (const text of ['markdown', 'markdown', 'human']) {
      await chat.send(text);
      await expect(chat.messages('user').last()).toContainText(text);
    }
    await desk.accept();
    await desk.send('Hello');
    const last = desk.entries('person').last();
    await expect(last).toBeInViewport();
    await desk.page.setViewportSize({ width: 1280, height: 400 });
    await expect(last).toBeInViewport();
    // A turn of the wheel in the frame of the resize would be one scroll event with it, to further down.
    await desk.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
    await desk.log().hover();
    await desk.page.mouse.wheel(0, -600);
    await expect(last).not.toBeInViewport();
    await chat.send('Are you there?');
    await expect(desk.entries('visitor').last()).toContainText('Are you there?');
    await expect(desk.entries('visitor').last()).not.toBeInViewport();
  });

  test('restores the conversation after a reload and after a lost connection @full', async ({
    chat,
    demo,
  }) => {
    const desk = await DeskPage.signedIn(agentContext, demo);
    await chat.openWithGreeting();
    await chat.send('human');
    await desk.accept();
    await desk.send('Before');
    await desk.page.reload();
    await desk.visitors().click();
    await expect(desk.entries('person')).toHaveText([/Before/]);

    await agentContext.setOffline(true);
    await desk.send('Into the void');
    await expect(desk.entries('person').last()).toContainText('Not sent.');
    await expect(desk.page.getByRole('alert')).toHaveText('The platform cannot be reached.');
    await desk.composer().fill('Half a thought');
    await agentContext.setOffline(false);
    await desk.button('Send again').click();
    await expect(chat.messages('live-agent').last()).toContainText('Into the void');
    await expect(desk.entries('person')).toHaveText([/Before/, /Into the void/]);
    await expect(desk.composer()).toHaveValue('Half a thought');
  });

  test('moves the focus to the next control after each action', { tag: ['@full', '@own-demo'] }, async ({
    chat,
    demo,
  }) => {
    const { page, button, composer, dialog, list, log, visitors } = await DeskPage.signedIn(
      agentContext,
      demo,
    );
    const status = page.getByRole('status').first();
    const heading = page.getByRole('heading', { name: /^Visitor / });
    await chat.openWithGreeting();
    await chat.send('human');
    await expect(status).toHaveText('1 visitor waits.');
    await visitors().press('Enter');
    await expect(heading).toBeFocused();
    await button('Accept').press('Enter');
    await expect(composer()).toBeFocused();
    await button('Leave to a colleague').press('Enter');
    await expect(list()).toBeFocused();
    await visitors().press('Enter');
    await expect(heading).toBeFocused();
    await button('Accept').press('Enter');
    await expect(composer()).toBeFocused();
    await chat.composer().pressSequentially('Still ther');
    await expect(log()).toContainText('is typing');
    await button('End chat').dblclick();
    // Its second click neither ends the chat nor takes the question back.
    await expect(dialog()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button('End chat')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog().getByRole('button', { name: 'Keep chatting' })).toBeFocused();
    await dialog().getByRole('button', { name: 'End chat' }).press('Enter');
    await expect(heading).toBeFocused();
    await expect(log()).toContainText('The chat is over');
    await expect(log()).not.toContainText('is typing');
  });

  test('gives no visitors to an unavailable live agent, and signs out all pages @full', async ({
    chat,
    demo,
  }) => {
    const desk = await DeskPage.signedIn(agentContext, demo);
    await desk.page.getByRole('switch', { name: 'Available' }).click();
    await expect(desk.page.getByRole('switch', { name: 'Available' })).not.toBeChecked();
    await chat.openWithGreeting();
    await chat.send('human');
    await expect(chat.messages('live-agent')).toContainText('Noor');
    await expect(desk.list()).toContainText('Nobody waits.');
    const other = await agentContext.newPage();
    await other.goto(desk.page.url());
    await expect(other.getByRole('switch', { name: 'Available' })).not.toBeChecked();
    await desk.button('Sign out').click();
    await expect(other.getByLabel('Control key')).toBeVisible();
    await expect(desk.page.getByRole('heading', { name: 'Desk' })).toBeVisible();
    await expect(desk.page.getByLabel('Control key')).toBeVisible();
  });

  test('the desk opens from the shop under both loopback names @full', async ({ chat, demo, page }) => {
    for (const origin of [demo.siteUrl, demo.siteUrl.replace('127.0.0.1', 'localhost')]) {
      await page.goto(`${origin}/shop/`);
      await page.getByText('For developers').click();
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Open the desk' }).click();
      const desk = new DeskPage(await opened);
      await expect(desk.page.getByText('Sam', { exact: true })).toBeVisible();
      expect(desk.page.url()).toBe(`${demo.emulator.messagingUrl}/desk`);
      expect(await desk.page.evaluate(() => window.opener)).toBeNull();
      await page.bringToFront();
    }
    await chat.openWithGreeting();
    await chat.send('human');
    await expect(chat.messages('notice').last()).toContainText('You are next.');
  });

  test('leaves room for the conversation on a phone', { tag: ['@full', '@own-demo'] }, async ({
    chat,
    demo,
  }) => {
    const desk = await DeskPage.signedIn(agentContext, demo, 'Augusta Ada King, Countess of Lovelace');
    await desk.page.setViewportSize({ width: 320, height: 640 });
    const bar = desk.page.getByRole('banner').first();
    const fits = () => desk.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    const [available, signOut] = [desk.page.getByRole('switch'), desk.button('Sign out')];
    await expect(available).toBeInViewport({ ratio: 1 });
    await expect(signOut).toBeInViewport({ ratio: 1 });
    expect((await bar.boundingBox())?.height).toBeLessThan(100);
    expect(await fits()).toBe(true);
    await chat.openWithGreeting();
    await chat.send('human');
    await desk.accept();
    await expect(signOut).toBeHidden();
    expect((await desk.log().boundingBox())?.height).toBeGreaterThan(250);
    expect(await fits()).toBe(true);
    expect(await violations(desk.page, 'body')).toEqual([]);
    await desk.button('All').click();
    await expect(signOut).toBeVisible();
  });

  test('reports a wrong key and keeps the name', { tag: '@own-demo' }, async ({ demo }) => {
    const page = await agentContext.newPage();
    await page.goto(`${demo.emulator.messagingUrl}/desk`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Control key').fill('not-the-control-key');
    await page.getByRole('button', { name: 'Go to the desk' }).click();
    await expect(page.getByRole('alert')).toHaveText('This is not the control key of this platform.');
    await expect(page.getByLabel('Your name')).toHaveValue('Ada');
    expect(await violations(page, 'body')).toEqual([]);
  });

  test('the desk has no axe-core violation, light or dark', { tag: ['@ci', '@own-demo'] }, async ({
    chat,
    demo,
  }) => {
    const desk = await DeskPage.signedIn(agentContext, demo);
    const check = async () => {
      expect(await violations(desk.page, 'body')).toEqual([]);
      await desk.page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(desk.page, 'body', COLOUR_RULES)).toEqual([]);
      await desk.page.emulateMedia({ colorScheme: 'light' });
    };
    await check();
    await chat.openWithGreeting();
    await chat.send('human');
    await desk.visitors().click();
    await check();
    await desk.button('Accept').click();
    await desk.send('Hello');
    await chat.composer().pressSequentially('Hi');
    await expect(desk.log()).toContainText('is typing');
    await check();
    await desk.button('End chat').click();
    await expect(desk.dialog()).toBeVisible();
    await check();
    await desk.button('Keep chatting').click();
    await agentContext.setOffline(true);
    await desk.send('Lost');
    await expect(desk.page.getByRole('alert')).toBeVisible();
    await check();
  });
});
