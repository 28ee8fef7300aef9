import type { Page } from 'playwright/test';
import { type ChatPage, expect } from './fixtures.ts';
import { test } from './site.ts';

/** All that a page can say to every element but the root: what that is drawn with, everything on it is. */
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

/** Every computed property of every element of the chat, and its box. What holds no words may run as the page does. */
const looks = (chat: ChatPage) =>
  chat.host().evaluate((host) =>
    [host, ...(host.shadowRoot?.querySelectorAll('*') ?? [])].map((element) => {
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
  );

/** In each state: closed, with a word beside it, and in conversation. */
async function states(chat: ChatPage) {
  const { page } = chat;
  const settled = () =>
    page.evaluate(() =>
      Promise.all(
        [...document.querySelectorAll('foyer-chat')]
          .flatMap((it) => it.shadowRoot?.getAnimations() ?? [])
          .map((it) => it.finished.catch(() => {})),
      ),
    );
  const seen: Record<string, Awaited<ReturnType<typeof looks>>> = { closed: await looks(chat) };
  await page.evaluate("Foyer.prompt({ text: 'Need a hand?', actions: ['Yes', 'No'] })");
  await expect(page.getByRole('button', { name: 'Need a hand?' })).toBeVisible();
  await settled();
  seen['prompt'] = await looks(chat);
  await page.evaluate('Foyer.open()');
  await expect(chat.suggestions().first()).toBeVisible();
  await chat.say('markdown');
  await expect(chat.messages('agent')).toHaveCount(2);
  await expect(chat.streaming()).toHaveCount(0);
  await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
  await page.mouse.move(0, 0);
  await settled();
  seen['open'] = await looks(chat);
  return seen;
}

test('no style sheet of the page changes how the chat looks or where it stands', async ({ page, visit }) => {
  test.setTimeout(60_000);
  const clean = await states(await visit());
  await page.evaluate(() => localStorage.clear());
  await page.unroute('**/shop/');
  const hostile = await states(await visit({ head: `<style>${HOSTILE}</style>` }));
  expect(Object.keys(clean)).toEqual(['closed', 'prompt', 'open']);
  expect(clean['open']?.length).toBeGreaterThan(60);
  expect(hostile).toEqual(clean);
});

const CONTENT = `
  <h1>Branches</h1><p>Long <a href="#x">words</a></p><button>Find</button><input value="x">
  <table><tr><td>1</td></tr></table><ul><li>One</li><li>Two</li></ul>
  <div class="root launcher panel header transcript row bubble text copy" part="panel">Names of ours</div>
  <div style="position:fixed;bottom:0;left:0;right:0;height:40px">Cookies</div>`;

/** The page's own elements as they look and lie, and how far it can be scrolled. */
const pageAsIs = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const all = [document.documentElement, document.body, ...document.body.querySelectorAll('*')];
    return [
      [scrollWidth, scrollHeight],
      ...all.map((element) => {
        const style = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.localName, [x, y, width, height], [...style].map((it) => style.getPropertyValue(it))];
      }),
    ];
  });

test('the chat changes nothing in the page, and moves nothing', async ({ page, visit }) => {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      // What moves within a shadow tree is told without its name.
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({ value, moved: sources.flatMap(({ node }) => node?.nodeName ?? []) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const chat = await visit({ body: CONTENT });
  await expect(chat.launcher()).toBeVisible();
  const withChat = [await pageAsIs(page)];
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  withChat.push(await pageAsIs(page));
  await page.keyboard.press('Escape');
  await expect(chat.panel()).toBeHidden();
  withChat.push(await pageAsIs(page));
  await page.evaluate('Foyer.destroy()');
  await expect(chat.host()).toHaveCount(0);
  const without = await pageAsIs(page);
  expect(withChat).toEqual([without, without, without]);
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts,
  );
  expect(shifts.flatMap(({ moved }) => moved)).toEqual([]);
  // Of its own, only the mark after words that stream in moves: nothing to a score of which 0.1 is good.
  expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.0005);
});
