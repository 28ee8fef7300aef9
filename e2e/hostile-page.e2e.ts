import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FoyerApi } from '../src/embed/api.ts';
import { agentMessage } from '../src/testing/index.ts';
import { CORPUS } from '../test/support/corpus/index.ts';
import { expect, test } from './fixtures.ts';
import { IMAGE_HOST, NO_OBSERVATIONS, setUpMonitoredPage } from './monitored-page.ts';
import { replacePlatform } from './scripted-platform.ts';

test.use({ demoOptions: { logLevel: 'silent', branding: { image_hosts: [IMAGE_HOST] } } });

/** Names of elements that shadow properties of `window` and `document`. */
const CLOBBERING = [
  'Foyer',
  'foyer',
  'config',
  '__proto__',
  'constructor',
  'customElements',
  'trustedTypes',
  'currentScript',
  'body',
  'documentElement',
  'referrer',
  'hidden',
  'visibilityState',
];

const SHAPES = {
  images: (name: string) =>
    `<img name="${name}" id="${name}" src="https://${IMAGE_HOST}/lib/widget.js" data-relay="https://exit.test" data-position="bottom-left">`,
  forms: (name: string) =>
    `<form name="${name}" id="${name}"><input name="push"><object name="destroy"></object><input name="append"><input name="lang"></form>`,
  frames: (name: string) => `<iframe name="${name}" id="${name}" hidden></iframe>`,
};

for (const [shape, make] of Object.entries(SHAPES))
  test(`S-31, S-47: ${shape} with names of window and document properties have no effect`, {
    tag: '@ci',
  }, async ({ chat, demo, page }) => {
    const platform = await replacePlatform(chat);
    const markup = CLOBBERING.map(make).join('');
    const { url, observations } = await setUpMonitoredPage(page, demo, { isStrict: false, markup });
    await page.goto(url);
    await chat.launcher().click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    await expect(chat.panel()).toHaveAttribute('data-shape', 'bottom-right');
    platform.sendBatch(agentMessage('one', '**Hello**'));
    await expect(chat.messages('agent').locator('strong')).toHaveText('Hello');
    expect(await page.evaluate(() => (window.Foyer as FoyerApi).state.isOpen)).toBe(true);
    expect(await observations()).toEqual(NO_OBSERVATIONS);
  });

/** Functions and properties that turn text into markup or code. */
const SINKS =
  /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|createContextualFragment|setHTMLUnsafe|parseFromString|srcdoc|createPolicy|importScripts)\b|\bdocument\.write|\beval\(|\bFunction\(|set(?:Timeout|Interval)\(["'`]|setAttribute\(["'`]on/g;

test('S-25: the built files turn no text into markup or code', { tag: '@ci' }, () => {
  const folder = join(import.meta.dirname, '../dist/browser');
  const sinksIn = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(SINKS)].map(([sink]) => sink).sort();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const isOurs = /^(widget|frame|assets\/(panel|rest-parts)-.*)\.js$/;
  expect(files.filter((file) => isOurs.test(file)).length).toBe(4);
  const found = files.flatMap((file) => sinksIn(join(folder, file)).map((sink) => `${file}: ${sink}`));
  // Preact can set markup for a property that no source of ours uses: see test/architecture.test.ts.
  const preact = sinksIn(fileURLToPath(import.meta.resolve('preact')));
  expect(new Set(preact)).toEqual(new Set(['dangerouslySetInnerHTML', 'innerHTML']));
  expect(found.map((sink) => sink.replace(/-[\w-]{6}\.js/, '.js')).sort()).toEqual(
    preact.map((sink) => `assets/panel.js: ${sink}`),
  );
});

test('S-29: a huge SVG image is shown as an image of limited size', { tag: '@ci' }, async ({
  chat,
  demo,
  page,
}) => {
  const platform = await replacePlatform(chat);
  const { url, observations } = await setUpMonitoredPage(page, demo, { isStrict: false });
  const referrers: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes(IMAGE_HOST)) referrers.push(request.headers()['referer']);
  });
  await page.goto(url);
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  const imageUrl = (name: string) => `https://${IMAGE_HOST}/huge/${name}.svg`;
  platform.sendBatch(
    agentMessage('words', `![in words](${imageUrl('words')})`),
    agentMessage('card', '', {
      person: { id: 'p', name: 'Iris', avatarUrl: imageUrl('portrait') },
      attachments: [
        { contentType: 'image', contentUrl: imageUrl('shown') },
        { contentType: 'url', contentUrl: 'https://shop.example/', previewImageUrl: imageUrl('preview') },
      ],
    }),
  );
  const images = chat.transcript().locator('img');
  await expect(images).toHaveCount(4);
  await expect
    .poll(() =>
      images.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 9_999)),
    )
    .toBe(true);
  const looks = await images.evaluateAll((all) =>
    all.map((image) => [
      image.getAttribute('referrerpolicy'),
      image.hasAttribute('crossorigin'),
      image.className === 'avatar' || image.getAttribute('loading') === 'lazy',
      image.getBoundingClientRect().width <= 320,
    ]),
  );
  expect(looks).toEqual(looks.map(() => ['no-referrer', false, true, true]));
  expect(referrers).toEqual(looks.map(() => undefined));
  expect(await observations()).toEqual(NO_OBSERVATIONS);
});

test('S-30: an invalid theme causes no request and covers nothing', { tag: '@ci' }, async ({
  chat,
  demo,
  page,
}) => {
  const attributes = `data-accent="url(https://exit.test/a)" data-z-index="1;inset:0" data-position="x;y"`;
  const warned: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warned.push(line.text()));
  const { url, observations } = await setUpMonitoredPage(page, demo, { isStrict: false, attributes });
  await page.goto(url);
  await expect(chat.launcher()).toBeVisible();
  // At load: nobody has touched the launcher.
  await expect
    .poll(() => warned)
    .toEqual([
      'foyer: options are ignored: accent="url(https://exit.test/a)" is not a CSS colour; z-index="1;inset:0" is not an integer; ' +
        'position="x;y" is not bottom-right or bottom-left',
    ]);
  const place = () => chat.launcher().boundingBox();
  const before = await place();
  for (const value of [
    'image-set("https://exit.test/c" 1x)',
    'red;background:url(https://exit.test/d)',
    'red}*{position:fixed;inset:0;background:url(https://exit.test/e)}',
    'expression(__pwned(1))',
    '<img src=x onerror=__pwned(1)>',
    'url(https://exit.test/b)',
  ]) {
    await page.evaluate((value) => {
      const tokens = { accent: value, radius: value, font: value, 'x;y': value, ['__proto__']: value };
      (window.Foyer as FoyerApi).setTheme(tokens);
    }, value);
    // Waits until the panel has loaded and applied the value.
    await expect(chat.host()).toHaveAttribute('style', /--foyer-accent: /);
    await expect(chat.launcher()).toHaveCSS('background-image', 'none');
    await expect(chat.host()).not.toHaveAttribute('style', /exit\.test\/[de]/);
    expect(await place()).toEqual(before);
  }
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await expect(chat.panel()).toBeVisible();
  expect((await chat.panel().boundingBox())?.width).toBe(400);
  expect(await observations()).toEqual(NO_OBSERVATIONS);
});

test('S-34: copied hostile text contains only text, links and images', { tag: '@ci' }, async ({
  chat,
  demo,
  page,
}) => {
  const platform = await replacePlatform(chat);
  const { url, observations } = await setUpMonitoredPage(page, demo, { isStrict: false });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(url);
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  const attacks = CORPUS.filter(({ number }) => number % 8 === 0);
  const copyAll = async () => {
    await chat.transcript().evaluate((element) => getSelection()?.selectAllChildren(element));
    await page.keyboard.press('Control+C');
    return page.evaluate(async () => {
      const [item] = await (
        navigator.clipboard as unknown as { read(how: object): Promise<ClipboardItem[]> }
      ).read({ unsanitized: ['text/html'] });
      const html = await (await item?.getType('text/html'))?.text();
      const { body } = new DOMParser().parseFromString(html ?? '', 'text/html');
      const all = [...body.querySelectorAll('*')];
      return {
        messages: body.querySelectorAll('.bubble').length,
        active: all
          .filter(
            (element) =>
              !/^(a|b|bdi|blockquote|br|button|code|div|em|h[2-6]|hr|i|li|ol|p|path|pre|s|span|strong|svg|table|tbody|td|th|thead|time|tr|ul)$/.test(
                element.localName,
              ) ||
              element
                .getAttributeNames()
                .some((name) => /^on|^(src|srcdoc|action|formaction|background)$/.test(name)) ||
              /^(?!https?:\/\/|mailto:|tel:)/.test(element.getAttribute('href') ?? 'tel:') ||
              /url\(/.test(element.getAttribute('style') ?? ''),
          )
          .map((entry) => entry.outerHTML.slice(0, 200)),
      };
    });
  };
  // As many as are rows at the same time, however long the conversation is.
  const size = 50;
  for (let start = 0; start < attacks.length; start += size) {
    const group = attacks.slice(start, start + size);
    platform.sendBatch(
      ...group.map(({ number, text }) => agentMessage(`${number}`, text, { person: { name: text } })),
    );
    await expect(chat.messages('agent')).toHaveCount(start + group.length);
    const copied = await copyAll();
    expect(copied).toEqual({ messages: expect.any(Number), active: [] });
    expect(copied.messages).toBeGreaterThan(group.length - 5);
  }
  expect(await observations()).toEqual(NO_OBSERVATIONS);
});
