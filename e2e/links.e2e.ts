import fc from 'fast-check';
import type { FoyerApi } from '../src/embed/api.ts';
import { agentMessage, type TestPlatform } from '../src/testing/index.ts';
import { type ChatPage, expect, test } from './fixtures.ts';
import { type PaintedText, paintedTexts } from './painted-text.ts';
import { replacePlatform } from './scripted-platform.ts';

const REVERSED = 'https://evil.test/moc.knab.www//:sptth';
/** As deep as the bidirectional algorithm counts: an isolate inside has no effect. */
const DEPTH = 125;
const nested = (...controls: readonly string[]) => controls.join('').repeat(DEPTH).slice(0, DEPTH);

/** Messages with one link to evil.test, that try to make it read as another host. */
const LIES: readonly (readonly [what: string, text: string])[] = [
  ['an override before an address', `\u202e ${REVERSED}`],
  ['an override right before an address', `\u202e${REVERSED} ${REVERSED}`],
  ['an override inside an address', `https://evil.test/\u202emoc.knab.www//:sptth`],
  ['an override inside a label', `[\u202emoc.knab.www//:sptth](https://evil.test/)`],
  ['an override that leaves the isolation of its label', `[\u2069\u202emoc.knab.www](https://evil.test/)`],
  ['an override around a link', `\u202e[moc.knab.www//:sptth](https://evil.test/)\u202c`],
  ['an override around an HTML link', `\u202e<a href="https://evil.test/">moc.knab.www//:sptth</a>`],
  ['more levels than there are, and an override', `${nested('\u202b')}\u202e ${REVERSED}`],
  ['more isolates than there are, and an override', `${nested('\u2067')}\u202e ${REVERSED}`],
  ['letters written from the right', `\u05d0 https://evil.test/\u05d0/moc.knab.www \u05d0`],
  ['a label that is another address', `[https://www.bank.com](https://evil.test/)`],
  ['a label that begins like its address', `[https://evil.test.bank.com/](https://evil.test/)`],
  ['a host of look-alikes that has its ASCII form in the path', `https://е\u0475il.test/xn--il-mmc8j.test`],
];

async function openOnTestPlatform(chat: ChatPage): Promise<TestPlatform> {
  const platform = await replacePlatform(chat);
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  return platform;
}

/** Number of messages that are rows at the same time, however long the conversation is. */
const GROUP = 50;

/** Sends each text as a message of its own and returns the links of each. */
async function sendToChat(
  chat: ChatPage,
  texts: readonly string[],
): Promise<readonly (readonly PaintedText[])[]> {
  const platform = await openOnTestPlatform(chat);
  const links: PaintedText[][] = [];
  for (let start = 0; start < texts.length; start += GROUP) {
    const group = texts.slice(start, start + GROUP).map((text, at) => agentMessage(`m${start + at}`, text));
    platform.sendBatch(...group);
    const bubbles = group.map(({ messageId }) => chat.page.locator(`[data-message-id="${messageId}"] .text`));
    links.push(...(await Promise.all(bubbles.map((bubble) => bubble.evaluate(paintedTexts, 'a')))));
  }
  return links;
}

/** True if the visitor sees the target of the link: at its beginning or behind it. */
const isHonest = ({ href, painted, target }: PaintedText) => {
  const { origin, host } = new URL(href);
  return target === host || painted === href.replace(/\/$/, '') || painted.startsWith(`${origin}/`);
};

test('S-32: every link shows its host as it is painted, whatever turns the text around it', async ({
  page,
  chat,
}) => {
  await page.goto(chat.shop);
  const links = await sendToChat(
    chat,
    LIES.map(([, text]) => text),
  );
  const seen = LIES.map(([what], at) => [what, ...(links[at] ?? []).filter((link) => !isHonest(link))]);
  expect(seen).toEqual(LIES.map(([what]) => [what]));
  expect(links.every((link) => link.length > 0)).toBe(true);
});

test('S-32: random direction controls hide no host @full', async ({ page, chat }) => {
  const piece = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
      ),
    },
    fc.constantFrom(
      ` ${REVERSED} `,
      ' https://evil.test/?q=1 ',
      '[',
      '](https://evil.test/)',
      'moc.knab.www//:sptth',
      'www.bank.com',
    ),
    fc.constantFrom(
      ' ',
      '\u05d0\u05d1',
      '\u0661\u0662',
      'abc',
      '12',
      '.',
      '/',
      '(',
      ')',
      '<a href=https://evil.test>',
      '</a>',
    ),
  );
  const texts = fc.sample(fc.array(piece, { minLength: 4, maxLength: 24 }), { numRuns: 300, seed: 32 });
  await page.goto(chat.shop);
  const links = (
    await sendToChat(
      chat,
      texts.map((text) => `A ${text.join('')}`),
    )
  ).flat();
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((link) => link.href && !isHonest(link))).toEqual([]);
});

test('S-32: a host and a phone number read the same in every language, whatever their title does', async ({
  page,
  chat,
}) => {
  await page.goto(`${chat.shop}?lang=ar`);
  await page.evaluate(() => (window.Foyer as FoyerApi).setLocale('ar'));
  const platform = await openOnTestPlatform(chat);
  const title = '\u2069\u202e0800 123';
  const attachments = [{ contentType: 'url' as const, contentUrl: 'https://evil.test:8443/', title }];
  const callActions = [
    { title, contactNumber: '+44 (0)20 7946-0000' },
    { title: '0800 123', contactNumber: '0800 123' },
  ];
  platform.sendBatch(agentMessage('m', '', { attachments, callActions }));
  const row = page.locator('[data-message-id=m]');
  await expect(row.locator('.call-action')).toHaveCount(2);
  const painted = async (selector: string) =>
    (await row.evaluate(paintedTexts, selector)).map((link) => link.painted);
  expect(await painted('a bdi')).toEqual(['evil.test:8443', '+44 (0)20 7946-0000']);
  expect(await painted('.call-action:last-of-type strong')).toEqual(['0800 123']);
});

test('the reader of painted text sees what a visitor sees', async ({ page }) => {
  await page.setContent(`<p>\u202e <a href="https://evil.test/">${REVERSED}</a></p>`);
  const [link] = await page.locator('p').evaluate(paintedTexts, 'a');
  expect(link?.painted).toBe('https://www.bank.com/tset.live//:sptth');
});
