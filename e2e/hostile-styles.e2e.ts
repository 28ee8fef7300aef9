import type { Page } from 'playwright/test';
import { animationsFinished } from './animations.ts';
import { test } from './embedding-page.ts';
import { type ChatPage, expect } from './fixtures.ts';

/** Declarations for every element except the root, whose rendering affects the whole page. */
const HOSTILE = `
  :not(:root) { all: unset !important; display: block !important; position: static !important; float: left !important;
      color: lime !important; background: black !important; font: 40px/3 fantasy !important;
      letter-spacing: 9px !important; text-transform: uppercase !important; text-align: right !important;
      visibility: hidden !important; opacity: 0.1 !important; pointer-events: none !important;
      writing-mode: vertical-rl !important; filter: blur(9px) !important; contain: strict !important;
      width: 3px !important; margin: 77px !important; animation: swell 1s infinite !important; }
  @keyframes swell { to { font-size: 90px; color: red; word-spacing: 50px } }
  :root { font-size: 60px !important; direction: rtl !important; line-height: 9; cursor: none; user-select: none;
          -webkit-text-stroke: 2px red; hyphens: auto; text-indent: 5em; white-space: pre; word-break: break-all }
  div, section, p { border: 9px dashed red !important; padding: 50px !important }
  button, textarea, input, fieldset, h2 { height: 3px !important; transform: rotate(20deg) !important; border: 5px solid red !important }
  body { zoom: 2; transform: scale(0.3) rotate(3deg); overflow: hidden }
  foyer-chat, foyer-chat * { display: none !important }
  ::before, ::after { content: 'spam' !important } ::selection { background: red }
  ::placeholder { color: red !important } ::-webkit-scrollbar { width: 90px }
`;

interface ElementStyle {
  readonly element: string;
  readonly box: number[] | 'none';
  readonly style: Record<string, string>;
}

/** Computed style and box of every element of the chat. Ignores the direction of elements without text. */
async function stylesOf(chat: ChatPage): Promise<ElementStyle[]> {
  // As text: Playwright takes seconds to read so many properties one by one.
  const json = await chat.host().evaluate((host) =>
    JSON.stringify(
      [host, ...(host.shadowRoot?.querySelectorAll('*') ?? [])].map((element): ElementStyle => {
        const style = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        const names = [...style].filter(
          (name) => element.closest('[dir]') || !/^direction$|^inset-inline/.test(name),
        );
        return {
          element: `${element.localName}.${element.getAttribute('class') ?? ''}`,
          box: width * height > 0 ? [x, y, width, height].map(Math.round) : 'none',
          style: Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])),
        };
      }),
    ),
  );
  return JSON.parse(json) as ElementStyle[];
}

type StateName = 'closed' | 'prompt' | 'open';

/** Brings the chat into three states, and has each of them looked at. */
async function walk(chat: ChatPage, look: (state: StateName) => Promise<void>) {
  const { page } = chat;
  await look('closed');
  await page.evaluate("Foyer.prompt({ text: 'Need a hand?', actions: ['Yes', 'No'] })");
  await expect(page.getByRole('button', { name: 'Need a hand?' })).toBeVisible();
  await animationsFinished(page);
  await look('prompt');
  await page.evaluate('Foyer.open()');
  await expect(chat.suggestions().first()).toBeVisible();
  await chat.send('markdown');
  await expect(chat.messages('agent')).toHaveCount(2);
  await expect(chat.streaming()).toHaveCount(0);
  await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
  await page.mouse.move(0, 0);
  await animationsFinished(page);
  await look('open');
}

/** The styles once nothing moves any more. Scrolling to the end and the sizes of rows out of sight follow some frames later. */
async function settledStyles(chat: ChatPage): Promise<ElementStyle[]> {
  let styles: ElementStyle[] = [];
  await expect(async () => {
    const before = styles;
    styles = await stylesOf(chat);
    expect(styles).toEqual(before);
  }).toPass({ intervals: [100] });
  return styles;
}

test('style sheets of the page do not change style and position of the chat', { tag: '@ci' }, async ({
  page,
  visit,
}) => {
  const clean: Partial<Record<StateName, ElementStyle[]>> = {};
  const chat = await visit();
  await walk(chat, async (state) => {
    clean[state] = await settledStyles(chat);
  });
  expect(clean.open?.length).toBeGreaterThan(60);
  await page.evaluate(() => localStorage.clear());
  await page.unroute('**/shop/');
  const seen: StateName[] = [];
  const hostile = await visit({ head: `<style>${HOSTILE}</style>` });
  await walk(hostile, async (state) => {
    await expect(async () => expect(await stylesOf(hostile)).toEqual(clean[state])).toPass({
      timeout: 60_000,
    });
    seen.push(state);
  });
  expect(seen).toEqual(['closed', 'prompt', 'open']);
});

const CONTENT = `
  <h1>Branches</h1><p>Long <a href="#x">words</a></p><button>Find</button><input value="x">
  <table><tr><td>1</td></tr></table><ul><li>One</li><li>Two</li></ul>
  <div class="root launcher panel header transcript row bubble text copy-button" part="panel">Class names of the widget</div>
  <div style="position:fixed;bottom:0;left:0;right:0;height:40px">Cookies</div>`;

/** Styles and boxes of the page's elements, and its scroll size. */
const pageStyles = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const all = [document.documentElement, document.body, ...document.body.querySelectorAll('*')];
    return [
      [scrollWidth, scrollHeight],
      ...all.map((element) => {
        const style = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        return [
          element.localName,
          [x, y, width, height],
          [...style].map((property) => style.getPropertyValue(property)),
        ];
      }),
    ];
  });

test('the chat changes no style of the page and shifts no layout', { tag: '@ci' }, async ({
  page,
  visit,
}) => {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      // A shift inside a shadow tree is reported without a node.
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({ value, moved: sources.flatMap(({ node }) => node?.nodeName ?? []) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const chat = await visit({ body: CONTENT });
  // It has risen above the bar of the page.
  await expect.poll(async () => (await chat.launcher().boundingBox())?.y).toBe(680);
  const withChat = [await pageStyles(page)];
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  withChat.push(await pageStyles(page));
  await page.keyboard.press('Escape');
  await expect(chat.panel()).toBeHidden();
  withChat.push(await pageStyles(page));
  await page.evaluate('Foyer.destroy()');
  await expect(chat.host()).toHaveCount(0);
  const without = await pageStyles(page);
  expect(withChat).toEqual([without, without, without]);
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts,
  );
  expect(shifts.flatMap(({ moved }) => moved)).toEqual([]);
  // Inside the chat the streaming cursor moves.
  expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.0005);
});
