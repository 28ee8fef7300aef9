import type { Demo } from '../../src/cli/demo.ts';
import arabic from '../../src/widget/locales/translations/ar.ts';
import { expect, test } from './fixtures.ts';
import { createVisitor, TEXTS, type Visitor } from './visitor.ts';

/** A page with the script tag. */
const pageWith = (demo: Demo, attributes: string, { head = '', body = '' } = {}) => ({
  html: `<!doctype html><html lang="en"><head><title>A site</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">${head}
    <script src="${demo.relayUrl}/widget.js" ${attributes} async></script></head><body>${body}</body></html>`,
});

async function exchange(visitor: Visitor) {
  await visitor.send('What are your opening hours?');
  await visitor.hasAnswers(2);
  await expect.poll(visitor.lastAnswer).toContain('Monday to Friday');
}

const box = ({ page }: Visitor, css: string) =>
  page.evaluate((all, css) => {
    const { x, y, width, height } = all(css)[0]?.getBoundingClientRect() ?? new DOMRect();
    return { x, y, width, height };
  }, css);

const style = ({ page }: Visitor, css: string, property: string) =>
  page.evaluate(
    (all, [css, property]) => {
      const [element] = all(css);
      return element && getComputedStyle(element).getPropertyValue(property);
    },
    [css, property] as const,
  );

/** Brightness of a colour of the panel: 0 is black, 1 is white. */
const brightness = async (visitor: Visitor, property: 'color' | 'background-color') => {
  const [red = 0, green = 0, blue = 0] = (await style(visitor, '.panel', property))?.match(/\d+/g) ?? [];
  return (Number(red) + Number(green) + Number(blue)) / (3 * 255);
};

test('a site embeds the chat in its own way', async ({ visitor, demo, site, step }) => {
  const { page } = visitor;
  await step('inline, the chat is open in its container', async () => {
    const body = '<div id="chat" style="width:420px;height:500px;margin:30px"></div>';
    await page.goto(site.serve(pageWith(demo, 'data-container="#chat"', { body })));
    await visitor.hasAnswers(1);
    expect(await box(visitor, '.panel')).toEqual(await box(visitor, '#chat'));
    expect(await page.count({ css: '.launcher' })).toBe(0);
    await exchange(visitor);
    await visitor.end();
  });
  await step('dark colours are the site’s choice', async () => {
    await page.goto(site.serve(pageWith(demo, 'data-color-scheme="dark" data-auto-open="true"')));
    await visitor.hasAnswers(1);
    expect(await visitor.attribute('.panel', 'data-scheme')).toBe('dark');
    const [text, background] = [
      await brightness(visitor, 'color'),
      await brightness(visitor, 'background-color'),
    ];
    expect(background).toBeLessThan(0.2);
    expect(text).toBeGreaterThan(0.8);
    await visitor.end();
  });
  await step('in Arabic the chat runs from right to left', async () => {
    await page.goto(site.serve(pageWith(demo, 'data-locale="ar" data-auto-open="true"')));
    await visitor.hasAnswers(1);
    await expect.poll(() => page.count({ role: 'textbox', name: arabic.message })).toBe(1);
    expect(await style(visitor, '.panel', 'direction')).toBe('rtl');
    const [field, send] = [await box(visitor, 'textarea'), await box(visitor, '.send-button')];
    expect(send.x).toBeLessThan(field.x);
  });
  await step('in a narrow window the chat is full of it', async () => {
    await page.resize(450, 700);
    await expect.poll(() => box(visitor, '.panel')).toEqual({ x: 0, y: 0, width: 450, height: 700 });
    expect(await visitor.attribute('.panel', 'aria-modal')).toBe('true');
  });
});

test('a site of another origin frames the chat', async ({ visitor, demo, site, step }) => {
  const { page } = visitor;
  const frame = createVisitor(page.frame('iframe'));
  const address = site.serve({
    html: `<!doctype html><html lang="en"><title>Help</title>
      <iframe src="${demo.relayUrl}/frame?render-mode=fullscreen&locale=en" title="Chat" width="420" height="600"></iframe></html>`,
  });
  await step('the chat talks in the frame', async () => {
    await page.goto(address);
    await frame.hasAnswers(1);
    await exchange(frame);
  });
  await step('the conversation survives a reload of the page around it', async () => {
    await page.reload();
    await frame.hasAnswers(2);
    expect(await frame.messages('user')).toEqual([expect.stringContaining('opening hours')]);
    expect(demo.emulator.sessions().length).toBe(1);
  });
});

test('a site restricts the chat', async ({ visitor, demo, site, step }) => {
  const { page } = visitor;
  await step('the strictest policy is not violated', async () => {
    const sockets = demo.emulator.messagingUrl.replace(/^http/, 'ws');
    const policy = [
      "default-src 'none'",
      `script-src ${demo.relayUrl} 'nonce-recorder'`,
      `connect-src ${demo.relayUrl} ${sockets}`,
      `style-src ${demo.relayUrl}`,
      `img-src 'self' ${demo.emulator.messagingUrl}`,
      "require-trusted-types-for 'script'",
    ].join('; ');
    const head = `<script nonce="recorder">
      violations = [];
      document.addEventListener('securitypolicyviolation', (it) => violations.push(it.violatedDirective + ' ' + it.blockedURI));
    </script>`;
    const served = pageWith(demo, '', { head });
    await page.goto(site.serve({ ...served, headers: { 'Content-Security-Policy': policy } }));
    await visitor.openWithGreeting();
    await visitor.send('markdown');
    await visitor.hasAnswers(2);
    await page.click({ role: 'button', name: TEXTS.copy });
    await visitor.end();
    expect(
      await page.evaluate(() => (window as unknown as { violations: unknown[] }).violations, undefined),
    ).toEqual([]);
  });
  await step('a conversation works with blocked storage', async () => {
    const head = `<script>
      Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });
    </script>`;
    await page.goto(site.serve(pageWith(demo, '', { head })));
    await visitor.openWithGreeting();
    await exchange(visitor);
    await visitor.end();
  });
});
