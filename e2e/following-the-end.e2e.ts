import type { ServerEventBody } from '../src/protocol/events.ts';
import { agentMessage } from '../src/testing/index.ts';
import { type ChatPage, expect, test } from './fixtures.ts';
import { replacePlatform } from './scripted-platform.ts';

const LONG =
  'A sentence that goes on for quite a while, so that it needs several lines in the panel. '.repeat(4);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"></svg>';

const SCREENS = {
  desktop: [1280, 800],
  phone: [390, 844],
  'phone, landscape': [844, 390],
  tablet: [820, 1180],
} as const;
/** No long message fits on this one. */
const MAGNIFIED = [320, 256] as const;

/** Entries of every kind in turn, each as the events that make it up. */
function entry(at: number): ServerEventBody[] {
  const id = `entry-${at}`;
  const chunk = (index: number, text: string, isComplete: boolean): ServerEventBody => ({
    kind: 'agentMessageChunk',
    messageId: id,
    chunkIndex: index,
    text,
    isComplete,
    attachments: [],
    suggestions: [],
  });
  const attachment = { title: `Item ${at}`, contentUrl: 'https://shop.example/item' };
  const kinds: (() => ServerEventBody[])[] = [
    () => [agentMessage(id, `Short ${at}`)],
    () => [agentMessage(id, LONG)],
    () => [chunk(1, '# Streamed\n\n', false), chunk(2, LONG, false), chunk(3, '\n\n- one\n- two', true)],
    () => [{ kind: 'systemMessage', level: 'info', message: `Notice ${at}` }],
    () => [agentMessage(id, 'A card', { attachments: [{ ...attachment, contentType: 'url' }] })],
    () => [
      agentMessage(id, 'A picture', {
        attachments: [
          { ...attachment, contentType: 'image', contentUrl: `https://images.example/${at}.svg` },
        ],
      }),
    ],
    () => [{ kind: 'userMessage', text: `Mine ${at}`, messageId: id }],
  ];
  return kinds[at % kinds.length]?.() ?? [];
}

/** Distance between the visible part and the end, once two frames have been painted. */
const distance = (chat: ChatPage) =>
  chat.transcript().evaluate(async (log) => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
  });

async function open(chat: ChatPage) {
  const platform = await replacePlatform(chat);
  await chat.page.route('https://images.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: SVG }),
  );
  await chat.open();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  return platform;
}

const rows = (chat: ChatPage) => chat.transcript().locator('[data-message-id]');

test.describe('the transcript', () => {
  test.use({ demoOptions: { logLevel: 'silent' } });

  test('keeps the end in sight after each of 400 entries of every kind @full', async ({ chat }) => {
    const platform = await open(chat);
    for (let at = 0; at < 400; at++) {
      platform.send(...entry(at));
      await expect(rows(chat)).toHaveCount(at + 1);
      await expect.poll(() => distance(chat), `after entry ${at + 1}`).toBeLessThanOrEqual(1);
    }
  });

  for (const [screen, [width, height]] of Object.entries(SCREENS)) {
    const tag = screen === 'desktop' ? '@ci' : '@full';
    test(`keeps the end in sight when entries come in bursts: ${screen}`, {
      tag,
    }, async ({ chat, page }) => {
      await page.setViewportSize({ width, height });
      const platform = await open(chat);
      for (let burst = 0; burst < 8; burst++) {
        for (let at = 0; at < 20; at++) platform.send(...entry(burst * 20 + at));
        await expect(rows(chat)).toHaveCount((burst + 1) * 20);
        await expect.poll(() => distance(chat), `after burst ${burst + 1}`).toBeLessThanOrEqual(1);
      }
    });
  }

  for (const [screen, [width, height]] of Object.entries({
    desktop: SCREENS.desktop,
    'a desktop at 400 %': MAGNIFIED,
  }))
    test(`shows a long answer from its beginning, and follows it on request: ${screen}`, {
      tag: '@ci',
    }, async ({ chat, page }) => {
      await page.setViewportSize({ width, height });
      const platform = await open(chat);
      platform.send(agentMessage('before', 'Short'));
      const part = (index: number): ServerEventBody => ({
        kind: 'agentMessageChunk',
        messageId: 'long',
        chunkIndex: index,
        text: `${LONG}\n\n`,
        isComplete: false,
        attachments: [],
        suggestions: [],
      });
      const row = chat.transcript().locator('[data-message-id=long]');
      const paragraphs = row.locator('p');
      /** Distance of the answer's beginning from the top of the visible part. */
      const offset = async () => {
        const [box, around] = [await row.boundingBox(), await chat.transcript().boundingBox()];
        return Math.abs((box?.y ?? 0) - (around?.y ?? 0));
      };
      for (let index = 1; index <= 8; index++) {
        platform.send(part(index));
        await expect(paragraphs).toHaveCount(index);
      }
      await expect.poll(offset).toBeLessThan(1);
      platform.send(agentMessage('after', 'One more'));
      const button = page.getByRole('button', { name: '1 new message' });
      await expect(button).toBeVisible();
      expect(await offset()).toBeLessThan(1);
      await button.click();
      await expect.poll(() => distance(chat)).toBeLessThanOrEqual(1);
      await expect(button).toHaveCount(0);
    });

  for (const [screen, [width, height]] of Object.entries({ phone: SCREENS.phone, MAGNIFIED }))
    test(`the button to the end covers neither code nor suggestions: ${screen}`, async ({ chat, page }) => {
      await page.setViewportSize({ width, height });
      const platform = await open(chat);
      const code = `${'```'}\nlamp(1);\n${'```'}`;
      platform.send(agentMessage('code', Array(20).fill(code).join('\n\n')));
      const button = page.getByRole('button', { name: 'Continue reading' });
      await expect(button).toBeVisible();
      const [below, transcript] = [await button.boundingBox(), await chat.transcript().boundingBox()];
      expect(below?.y).toBeGreaterThanOrEqual((transcript?.y ?? 0) + (transcript?.height ?? 0));
    });

  /** Paces, places and screens of an answer of 150 paragraphs. */
  const FAST_ANSWERS = {
    'the first thing in the chat': { earlier: 0 },
    'after thirty messages of the same moment': { earlier: 30 },
    'at once': { earlier: 1, burst: 150 },
    'with reduced motion': { earlier: 3, reducedMotion: true },
    'on a small phone': { earlier: 3, screen: [320, 480] },
  } as const;
  for (const [title, how] of Object.entries(FAST_ANSWERS)) {
    const {
      earlier,
      burst = 5,
      reducedMotion,
      screen,
    } = how as {
      readonly earlier: number;
      readonly burst?: number;
      readonly reducedMotion?: boolean;
      readonly screen?: readonly [number, number];
    };
    test(`a fast long answer stays at its beginning, ${title}`, {
      tag: title === 'the first thing in the chat' ? [] : '@ci',
    }, async ({ chat, page }) => {
      if (screen) await page.setViewportSize({ width: screen[0], height: screen[1] });
      await page.emulateMedia({ reducedMotion: reducedMotion ? 'reduce' : 'no-preference' });
      const platform = await open(chat);
      for (let at = 0; at < earlier; at++)
        platform.send(agentMessage(`earlier-${at}`, LONG.slice(0, 40 * (at % 5) + 20)));
      const part = (index: number): ServerEventBody => ({
        kind: 'agentMessageChunk',
        messageId: 'long',
        chunkIndex: index,
        text: `P${index} a paragraph of some words that takes a line or two in the panel.\n\n`,
        isComplete: index === 150,
        attachments: [],
        suggestions: [],
      });
      const row = chat.transcript().locator('[data-message-id=long]');
      for (let index = 1; index <= 150; index++) {
        platform.send(part(index));
        if (index % burst === 0) await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      await expect(row.locator('p')).toHaveCount(150);
      const offset = async () => {
        const [box, around] = [await row.boundingBox(), await chat.transcript().boundingBox()];
        return Math.abs((box?.y ?? 0) - (around?.y ?? 0));
      };
      await expect.poll(offset).toBeLessThanOrEqual(1);
      await expect(page.getByRole('button', { name: 'Continue reading' })).toBeVisible();
      platform.send(agentMessage('after', 'One more'));
      await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible();
      expect(await offset()).toBeLessThanOrEqual(1);
    });
  }

  test('the transcript stays where the visitor has scrolled to, by wheel and by key', { tag: '@ci' }, async ({
    chat,
    page,
  }) => {
    const platform = await open(chat);
    for (let at = 0; at < 60; at++) platform.send(...entry(at));
    await expect(rows(chat)).toHaveCount(60);
    const top = () => chat.transcript().evaluate((log) => log.scrollTop);
    const scrolls = [
      async () => {
        await chat.transcript().hover();
        await page.mouse.wheel(0, -500);
      },
      async () => {
        await chat.transcript().focus();
        await page.keyboard.press('PageUp');
      },
    ];
    for (const [at, scroll] of scrolls.entries()) {
      await expect.poll(() => distance(chat)).toBeLessThanOrEqual(1);
      const before = await top();
      await scroll();
      await expect.poll(top).toBeLessThan(before);
      // A smooth scroll takes some frames.
      let last = -1;
      await expect
        .poll(async () => {
          const moved = (await top()) - last;
          last += moved;
          return moved;
        })
        .toBe(0);
      platform.send(agentMessage(`late-${at}`, LONG));
      await expect(page.getByRole('button', { name: /new message|Continue reading/ })).toBeVisible();
      expect(Math.abs((await top()) - last)).toBeLessThanOrEqual(1);
      await page.getByRole('button', { name: /new message|Continue reading/ }).click();
    }
  });
});
