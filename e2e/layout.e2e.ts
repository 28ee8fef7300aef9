import { agentMessage } from '../src/testing/index.ts';
import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';
import { replacePlatform } from './scripted-platform.ts';

const LONG_NAME = 'Northwind Lamps and Stools of Copenhagen and Aarhus since 1904';

test.describe('a name in another direction than the language', () => {
  for (const [locale, name] of [
    ['ar', LONG_NAME],
    ['en', 'شركة المصابيح والكراسي الخشبية في القاهرة والإسكندرية منذ عام ١٩٠٤'],
  ] as const) {
    test(`a name in another direction keeps its beginning in the header: ${locale}`, async ({ visit }) => {
      const chat = await visit({ attributes: `data-locale="${locale}"` });
      await chat.launcher().click();
      const title = chat.panel().getByRole('heading').first();
      const lost = await title.evaluate((element, text) => {
        element.textContent = text;
        const range = document.createRange();
        range.setStart(element.firstChild as Node, 0);
        range.setEnd(element.firstChild as Node, 1);
        const [box, first] = [element, range].map((each) => each.getBoundingClientRect());
        return box && first && (first.left < box.left - 1 || first.right > box.right + 1);
      }, name);
      expect(lost).toBe(false);
    });

    test(`a name in another direction begins at the start of the panel: ${locale}`, async ({ visit }) => {
      const chat = await visit({ attributes: `data-locale="${locale}"` });
      await chat.launcher().click();
      const title = chat.panel().getByRole('heading').first();
      const gap = await title.evaluate(
        (element, [text, isRtl]) => {
          element.textContent = text.slice(0, 12);
          const range = document.createRange();
          range.selectNodeContents(element);
          const around = (element.parentElement as HTMLElement).getBoundingClientRect();
          const drawn = range.getBoundingClientRect();
          return isRtl ? around.right - drawn.right : drawn.left - around.left;
        },
        [name, locale === 'ar'] as const,
      );
      expect(gap).toBeCloseTo(0, 0);
    });
  }
});

test('the question that slides in from below does not scroll the panel', async ({ page, visit }) => {
  const chat = await visit();
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'End chat' }).click();
  await page.getByRole('alertdialog').evaluate((element) => {
    element.style.animation = 'none';
    element.style.transform = 'translateY(40px)';
  });
  const offset = await chat.panel().evaluate((panel) => {
    panel.scrollTop = 40;
    return panel.scrollTop;
  });
  expect(offset).toBe(0);
});

test.describe('on a wide screen', () => {
  test('the full screen chat is a column in the middle', async ({ page, visit }) => {
    const chat = await visit({ attributes: 'data-render-mode="fullscreen" data-auto-open="true"' });
    await expect(chat.suggestions().first()).toBeVisible();
    await chat.send('Hello');
    const parts = [
      chat.panel().getByRole('heading').first(),
      page.getByRole('button', { name: chat.texts.close }),
      chat.messages('agent').locator('.bubble').first(),
      chat.messages('user').locator('.bubble').first(),
      chat.composer(),
      page.getByRole('button', { name: chat.texts.send, exact: true }),
    ];
    for (const part of parts) {
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 };
      expect([x >= 270, x + width <= 1010], `${x} ${width}`).toEqual([true, true]);
    }
  });

  test('the iframe page has no rounded corners', async ({ chat, demo, page }) => {
    await page.goto(`${demo.relayUrl}/frame`);
    await expect(chat.panel()).toBeVisible();
    await expect(chat.panel()).toHaveCSS('border-radius', '0px');
    const { x = 0 } = (await chat.composer().boundingBox()) ?? {};
    expect(x).toBeGreaterThan(270);
  });
});

test.describe('a low screen', () => {
  for (const [name, width, height] of [
    ['a phone on its side with its keyboard', 844, 200],
    ['a desktop at 400 %', 360, 225],
  ] as const) {
    test(`the chat fills a low screen, with composer and conversation in sight: ${name}`, async ({
      page,
      visit,
    }) => {
      await page.setViewportSize({ width, height });
      const chat = await visit();
      await chat.launcher().click();
      await expect(chat.suggestions().first()).toBeAttached();
      await chat.send('Hello');
      const full = { x: 0, y: 0, width, height };
      await expect.poll(() => chat.panel().boundingBox()).toEqual(full);
      await expect(chat.panel()).toHaveAttribute('data-low', '');
      const boxes = await Promise.all(
        [chat.composer(), chat.transcript()].map((locator) => locator.boundingBox()),
      );
      const [composer, transcript] = boxes.map((box) => ({ y: box?.y ?? -1, height: box?.height ?? 0 }));
      expect(composer && composer.y >= 0 && composer.y + composer.height <= height).toBe(true);
      expect(transcript?.height).toBeGreaterThanOrEqual(80);
      expect(await chat.panel().evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(
        true,
      );
    });
  }
});

test('the radius of the page reaches bubbles, buttons, field and launcher', async ({ page, visit }) => {
  const chat = await visit({ head: '<style>foyer-chat { --foyer-radius: 4px }</style>' });
  await expect(chat.launcher()).toHaveCSS('border-radius', '8px');
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  await expect(chat.panel()).toHaveCSS('border-radius', '4px');
  const corners = {
    bubble: chat.messages('agent').locator('.bubble').first(),
    suggestion: chat.suggestions().first(),
    field: page.locator('foyer-chat .field'),
    send: page.getByRole('button', { name: chat.texts.send, exact: true }),
  };
  const found: Record<string, string> = {};
  for (const [name, it] of Object.entries(corners))
    found[name] = await it.evaluate((element) => getComputedStyle(element).borderStartEndRadius);
  expect(found).toEqual({ bubble: '4.5px', suggestion: '4.5px', field: '5.6px', send: '5.6px' });
});

test('code keeps its brackets at their side, and long words stay in the panel', {
  tag: ['@scripted', '@ci'],
}, async ({ visit }) => {
  const chat = await visit();
  const platform = await replacePlatform(chat);
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  const long = 'N'.repeat(300);
  platform.sendBatch(
    agentMessage('code', 'اكتب `run()`'),
    { ...agentMessage('name', 'Hello', { person: { name: long } }), kind: 'liveAgentMessage' },
    agentMessage('choice', 'Hello', { suggestions: [{ messageText: long }] }),
  );
  await expect(chat.transcript().locator('code')).toBeVisible();
  await expect(chat.suggestions()).toHaveCount(1);
  const places = await chat.transcript().evaluate((transcript) => {
    const code = transcript.querySelector('code')?.firstChild as Text;
    const range = new Range();
    const left = (from: number) => {
      range.setStart(code, from);
      range.setEnd(code, from + 1);
      return range.getBoundingClientRect().left;
    };
    return { isBracketLast: left(4) > left(0), beside: transcript.scrollWidth - transcript.clientWidth };
  });
  expect(places).toEqual({ isBracketLast: true, beside: 0 });
});
