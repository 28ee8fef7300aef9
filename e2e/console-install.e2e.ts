import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { faultsInLooks, openConsole } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: { logLevel: 'silent' } });

const PATH = '/console/install';
const snippet = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });

test('the chat is put into a page: each way has its snippet and its policy, and the address keeps them', async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const faults = await openConsole(page, demo, PATH);
  await expect(snippet(page, 'Script tag')).toContainText(
    `<script src="${demo.relayUrl}/widget.js" async></script>`,
  );
  const policy = snippet(page, 'Content Security Policy');
  await expect(policy).toContainText(`script-src ${demo.relayUrl}`);
  await expect(policy).toContainText(/connect-src http:\S+ ws:\S+/);

  await page.getByRole('combobox', { name: 'Corner' }).selectOption('Left');
  await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('العربية');
  await snippet(page, 'Script tag').getByRole('button', { name: 'Copy' }).click();
  await expect(snippet(page, 'Script tag').getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `<script src="${demo.relayUrl}/widget.js" data-position="bottom-left" data-locale="ar" async></script>`,
  );

  await page
    .getByRole('navigation', { name: 'Ways into a page' })
    .getByRole('link', { name: 'iframe' })
    .click();
  await expect(snippet(page, 'iframe')).toContainText('/frame?render-mode=fullscreen&amp;locale=ar');
  await expect(policy).toContainText(`frame-src ${demo.relayUrl}`);
  await page.reload();
  await expect(snippet(page, 'iframe')).toContainText('locale=ar');
  expect(faults).toEqual([]);
});

test('a page is found to be allowed, or which origin to add', { tag: '@ci' }, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  const ask = async (address: string) => {
    await page.getByLabel('Address of the page').fill(address);
    await page.getByRole('button', { name: 'Check page' }).click();
  };
  const allowed = (await page.getByText(/^Allowed are pages of /).innerText()).match(
    /https?:[^,\s]+[^,.\s]/,
  )?.[0];
  await ask(`${allowed}/help?a=1`);
  await expect(page.getByText('Allowed', { exact: true })).toBeVisible();
  await ask('other.example');
  await expect(page.getByText('Not allowed', { exact: true })).toBeVisible();
  await expect(snippet(page, 'Origin')).toContainText('https://other.example');
  await ask('http://other.example');
  await expect(page.getByText('Pages need https')).toBeVisible();
  await ask('not an address');
  await expect(page.getByText('This is no address of a page.')).toBeVisible();
  await expect(page.getByText('Pages need https')).toBeHidden();
  expect(faults).toEqual([]);
});

test('a branding is edited, judged and saved as a file', async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  const download = page.getByRole('button', { name: 'Download branding file' });
  await page.getByRole('textbox', { name: 'Title' }).fill('Night desk');
  await page.getByLabel('Accent').fill('#ffd400');
  await expect(page.getByText('Black text on the accent')).toBeVisible();
  await expect(page.getByText('the widget darkens them')).toBeVisible();
  await page.getByLabel('Corners, in pixels').fill('4');
  await page.getByRole('combobox', { name: 'Default language' }).selectOption('Deutsch');
  await page.getByLabel('Greeting (Deutsch)').fill('Guten Tag');
  const starters = page.getByLabel('First words');
  await starters.fill('Wo ist mein Paket?\n\nHilfe');

  // Words are kept by language.
  await page.getByRole('combobox', { name: 'Language of the words' }).selectOption('Français');
  await page.getByLabel('Greeting (Français)').fill('Bonjour');
  await page.getByRole('combobox', { name: 'Language of the words' }).selectOption('Deutsch');
  await expect(page.getByLabel('Greeting (Deutsch)')).toHaveValue('Guten Tag');

  // Values that the relay would refuse keep their error at the field.
  const avatar = page.getByLabel('Picture of the agent');
  await avatar.fill('http://pictures.example/a.png');
  await expect(avatar).toHaveAccessibleDescription('Enter an address that begins with https://.');
  await starters.fill('1\n2\n3\n4\n5\n6');
  await expect(starters).toHaveAccessibleDescription('These are 6 lines. Leave at most 5.');
  await page.getByLabel('Phone').fill('12');
  await expect(page.getByText(/^The relay would refuse the file/)).toHaveText(
    'The relay would refuse the file. Correct: Picture of the agent, First words, up to five, one a line (Deutsch), Phone.',
  );
  await expect(download).toBeDisabled();
  await expect(snippet(page, 'Branding file')).toBeHidden();
  await expect(starters).toHaveValue('1\n2\n3\n4\n5\n6');
  await starters.fill('Wo ist mein Paket?\n\nHilfe');
  await page.getByLabel('Phone').fill('+49 30 901820');
  await avatar.fill('https://pictures.example/a.png');
  await page.getByLabel('Email').fill('hilfe@shop.example');
  await page.getByLabel('What visitors consent to').fill('Wir speichern das Gespräch.');
  await page.getByLabel('Privacy policy').fill('https://shop.example/privacy');

  const saving = page.waitForEvent('download');
  await download.click();
  const file = JSON.parse(await readFile((await (await saving).path()) ?? '', 'utf8'));
  expect(file).toMatchObject({
    header: { text: 'Night desk' },
    accent: '#ffd400',
    radius: 4,
    default_locale: 'de',
    welcome: { de: 'Guten Tag', fr: 'Bonjour' },
    starters: { de: ['Wo ist mein Paket?', 'Hilfe'] },
    agent: { avatar: 'https://pictures.example/a.png' },
    help: { phone: 'tel:+49 30 901820', email: 'mailto:hilfe@shop.example' },
    consent: { required: true, text: { de: 'Wir speichern das Gespräch.' } },
    policies: { privacy_url: 'https://shop.example/privacy' },
  });
  expect(faults).toEqual([]);
});

test('opening hours and a prompt are written as the relay reads them', async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  const week = page.getByLabel(/^Hours, one day a line/);
  await week.fill('monday 9-17');
  await expect(week).toHaveAccessibleDescription(
    'Write one day a line, such as mon 09:00-12:00 13:00-17:00.',
  );
  await week.fill('mon 09:00-12:00 13:00-17:00\nfri 09:00-17:00');
  await page.getByLabel('Time zone of the hours').fill('Europe/Berlin');
  await page.getByRole('combobox', { name: 'Outside of the hours' }).selectOption('Hide the launcher');
  await page.getByLabel(/^What visitors read then/).fill('We are back {opens}.');
  await page.getByLabel('Text; empty: no prompt').fill('Shall we find your lamp?');
  await page.getByLabel('After scrolling, in %').fill('50');
  await page.getByRole('combobox', { name: 'For visitors' }).selectOption('Without a conversation');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download branding file' }).click();
  const file = JSON.parse(await readFile((await (await saving).path()) ?? '', 'utf8'));
  expect(file).toMatchObject({
    availability: {
      hours: {
        time_zone: 'Europe/Berlin',
        week: { mon: ['09:00-12:00', '13:00-17:00'], fri: ['09:00-17:00'] },
        outside: 'hide',
        notice: { en: 'We are back {opens}.' },
      },
    },
    prompts: [{ text: { en: 'Shall we find your lamp?' }, when: { scroll: 0.5, returning: false } }],
  });
  expect(faults).toEqual([]);
});

test('the address shows somebody else the same draft, until it is discarded', { tag: '@ci' }, async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const faults = await openConsole(page, demo, PATH);
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('textbox', { name: 'Title' }).fill('Night desk');
  await page.getByLabel('Picture of the agent').fill('http://pictures');
  await page.getByRole('combobox', { name: 'Corner' }).selectOption('Left');
  await expect(page).toHaveURL(
    /\/console\/install\?position=bottom-left&title=Night\+desk&avatar=http%3A%2F%2Fpictures$/,
  );
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.getByRole('button', { name: 'Copy link to this draft' }).click();
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(other.getByRole('textbox', { name: 'Title' })).toHaveValue('Night desk');
  await expect(other.getByLabel('Picture of the agent')).toHaveAccessibleDescription(
    'Enter an address that begins with https://.',
  );
  const chat = other.frameLocator('iframe[title=Preview]').locator('foyer-chat');
  await expect(chat.getByRole('dialog', { name: 'Night desk' })).toBeVisible();
  await other.getByRole('button', { name: 'Discard draft' }).click();
  await expect(other.getByRole('textbox', { name: 'Title' })).toHaveValue('Lumen & Oak');
  await expect(other).toHaveURL(/\/console\/install\?position=bottom-left$/);
  expect(faults).toEqual([]);
});

test('the preview is the widget with the branding that is being edited, and begins no session', async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, PATH);
  const calls: string[] = [];
  page.on('request', (it) => it.url().includes('/chat/') && calls.push(it.url()));
  page.on('websocket', (it) => calls.push(it.url()));
  const frame = page.locator('iframe[title=Preview]');
  const inFrame = page.frameLocator('iframe[title=Preview]');
  const chat = inFrame.locator('foyer-chat');
  await expect(chat.getByRole('dialog', { name: 'Lumen & Oak' })).toBeVisible();
  // The open panel, and what is in it, stays where it is.
  const panel = await chat.getByRole('dialog').elementHandle();
  await chat.getByRole('textbox').fill('Hello');
  await page.getByRole('textbox', { name: 'Title' }).fill('Night desk');
  await page.getByLabel('Greeting').fill('Open until six');
  await page.getByLabel('Name of the agent').fill('Ada');
  await page.getByRole('textbox', { name: 'Accent' }).fill('#b3261e');
  await expect(chat.getByRole('dialog', { name: 'Night desk' })).toBeVisible();
  await expect(chat.getByRole('heading', { name: 'Open until six' })).toBeVisible();
  await expect(chat.locator('[part="header"]')).toHaveCSS('background-color', 'rgb(179, 38, 30)');
  await expect(page.getByRole('textbox', { name: 'Accent' })).toBeFocused();
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.locator('[data-author="agent"]').last()).toContainText('This is how an answer looks');
  const own = chat.locator('[data-author="user"]');
  await expect(own).toContainText('Hello');

  await page.getByRole('button', { name: 'Phone' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByRole('combobox', { name: 'Language of the preview' }).selectOption('العربية');
  await expect(chat.getByRole('dialog')).toHaveAttribute('data-scheme', 'dark');
  await expect(inFrame.locator('html')).toHaveAttribute('dir', 'rtl');
  expect((await frame.boundingBox())?.width).toBe(390);
  expect(await panel?.evaluate((it) => it.isConnected)).toBe(true);
  // A change of the first words begins another conversation once a message has been sent.
  await page.getByLabel('Greeting (العربية)').fill('مرحبا');
  await expect(chat.getByRole('heading', { name: 'مرحبا' })).toBeVisible();
  await expect(own).toHaveCount(0);

  // Another window of the origin, such as the page itself in the frame's place, changes nothing.
  const name = await chat.getByRole('dialog').getAttribute('aria-label');
  await frame.evaluate((it: HTMLIFrameElement) => {
    const look = { type: 'foyer-preview-look', config: { header: { text: 'Foreign' } }, locale: 'en' };
    it.contentWindow?.dispatchEvent(
      new MessageEvent('message', { data: look, origin: 'https://other.example', source: window }),
    );
    it.contentWindow?.dispatchEvent(
      new MessageEvent('message', { data: look, origin: location.origin, source: it.contentWindow }),
    );
  });
  await expect(inFrame.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await chat.getByRole('dialog').getAttribute('aria-label')).toBe(name);
  expect([calls, faults]).toEqual([[], []]);
});

test('the installation has no fault for axe', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, `${PATH}?page=https://other.example/&way=tags`);
  await expect(snippet(page, 'Origin')).toBeVisible();
  await page.getByRole('textbox', { name: 'Accent' }).fill('#ffd400');
  expect(await faultsInLooks(page)).toEqual([]);
  expect(faults).toEqual([]);
});
