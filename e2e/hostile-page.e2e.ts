import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoyerApi } from '../src/embed/api.ts';
import { CORPUS } from '../test/support/corpus/index.ts';
import { agentSays, takeFarSide } from './far-side.ts';
import { expect, test } from './fixtures.ts';
import { NOTHING, PICTURES, watchedPage } from './watched-page.ts';

test.use({ demoOptions: { logLevel: 'silent', branding: { image_hosts: [PICTURES] } } });

/** Elements by whose names a page finds them where a script looks for something else. */
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
  pictures: (name: string) =>
    `<img name="${name}" id="${name}" src="https://${PICTURES}/lib/widget.js" data-relay="https://exit.test" data-position="bottom-left">`,
  forms: (name: string) =>
    `<form name="${name}" id="${name}"><input name="push"><object name="destroy"></object><input name="append"><input name="lang"></form>`,
  frames: (name: string) => `<iframe name="${name}" id="${name}" hidden></iframe>`,
};

for (const [shape, make] of Object.entries(SHAPES))
  test(`S-31: ${shape} of the page that are called like what a script looks for change nothing`, async ({
    chat,
    demo,
    page,
  }) => {
    const far = await takeFarSide(page);
    const markup = CLOBBERING.map(make).join('');
    const { url, sightings } = await watchedPage(page, demo, { isStrict: false, markup });
    await page.goto(url);
    await chat.launcher().click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    await expect(chat.panel()).toHaveAttribute('data-shape', 'bottom-right');
    far.tell(agentSays('one', '**Hello**'));
    await expect(chat.messages('agent').locator('strong')).toHaveText('Hello');
    expect(await page.evaluate(() => (window.Foyer as FoyerApi).state.isOpen)).toBe(true);
    expect(await sightings()).toEqual(NOTHING);
  });

/** What makes markup or code of text, as it stands in a bundle. */
const SINKS =
  /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|createContextualFragment|setHTMLUnsafe|parseFromString|srcdoc|createPolicy|importScripts)\b|\bdocument\.write|\beval\(|\bFunction\(|set(?:Timeout|Interval)\(["'`]|setAttribute\(["'`]on/g;

test('S-25: the built files make no markup and no code of text', () => {
  const folder = join(import.meta.dirname, '../dist/browser');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.js'));
  expect(
    files.filter((it) => /^(widget|frame|assets\/(panel|extras|occasional)-.*)\.js$/.test(it)).length,
  ).toBe(5);
  const found = files.flatMap((file) => {
    const sinks = [...readFileSync(join(folder, file), 'utf8').matchAll(SINKS)].map(([sink]) => sink);
    return sinks.map((it) => `${file}: ${it}`);
  });
  expect(found).toEqual([]);
});

test('S-29: a picture that is a document, and huge, is a picture in its place', async ({
  chat,
  demo,
  page,
}) => {
  const far = await takeFarSide(page);
  const { url, sightings } = await watchedPage(page, demo, { isStrict: false });
  const referrers: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes(PICTURES)) referrers.push(request.headers()['referer']);
  });
  await page.goto(url);
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  const picture = (name: string) => `https://${PICTURES}/huge/${name}.svg`;
  far.tell(
    agentSays('words', `![in words](${picture('words')})`),
    agentSays('card', '', {
      person: { id: 'p', name: 'Iris', avatarUrl: picture('portrait') },
      attachments: [
        { contentType: 'image', contentUrl: picture('shown') },
        { contentType: 'url', contentUrl: 'https://shop.example/', previewImageUrl: picture('preview') },
      ],
    }),
  );
  const pictures = chat.transcript().locator('img');
  await expect(pictures).toHaveCount(4);
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.every((it) => (it as HTMLImageElement).naturalWidth > 9_999)),
    )
    .toBe(true);
  const looks = await pictures.evaluateAll((all) =>
    all.map((it) => [
      it.getAttribute('referrerpolicy'),
      it.hasAttribute('crossorigin'),
      it.className === 'avatar' || it.getAttribute('loading') === 'lazy',
      it.getBoundingClientRect().width <= 320,
    ]),
  );
  expect(looks).toEqual(looks.map(() => ['no-referrer', false, true, true]));
  expect(referrers).toEqual(looks.map(() => undefined));
  expect(await sightings()).toEqual(NOTHING);
});

test('S-30: a theme that is no theme asks nobody and covers nothing', async ({ chat, demo, page }) => {
  const attributes = `data-accent="url(https://exit.test/a)" data-z-index="1;inset:0" data-position="x;y"`;
  const warned: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warned.push(line.text()));
  const { url, sightings } = await watchedPage(page, demo, { isStrict: false, attributes });
  await page.goto(url);
  await expect(chat.launcher()).toBeVisible();
  expect(warned).toEqual([
    'foyer: left out position="x;y", accent="url(https://exit.test/a)", z-index="1;inset:0"',
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
    await page.evaluate((it) => {
      const tokens = { accent: it, radius: it, font: it, 'x;y': it, ['__proto__']: it };
      (window.Foyer as FoyerApi).setTheme(tokens);
    }, value);
    // The panel has loaded, and with the first value it was told.
    await expect(chat.host()).toHaveAttribute('style', /--foyer-accent: /);
    await expect(chat.launcher()).toHaveCSS('background-image', 'none');
    await expect(chat.host()).not.toHaveAttribute('style', /exit\.test\/[de]/);
    expect(await place()).toEqual(before);
  }
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await expect(chat.panel()).toBeVisible();
  expect((await chat.panel().boundingBox())?.width).toBe(400);
  expect(await sightings()).toEqual(NOTHING);
});

test('S-34: what is copied of hostile text is text, links and pictures', async ({ chat, demo, page }) => {
  const far = await takeFarSide(page);
  const { url, sightings } = await watchedPage(page, demo, { isStrict: false });
  await page.context().grantPermissions(['local-network-access', 'clipboard-read', 'clipboard-write']);
  await page.goto(url);
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  const attacks = CORPUS.filter(({ number }) => number % 8 === 0);
  far.tell(...attacks.map(({ number, text }) => agentSays(`${number}`, text, { person: { name: text } })));
  await expect(chat.messages('agent')).toHaveCount(attacks.length);
  await chat.transcript().evaluate((it) => getSelection()?.selectAllChildren(it));
  await page.keyboard.press('Control+C');
  const copied = await page.evaluate(async () => {
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
          (it) =>
            !/^(a|b|bdi|blockquote|br|button|code|div|em|h[2-6]|hr|i|li|ol|p|path|pre|s|span|strong|svg|table|tbody|td|th|thead|time|tr|ul)$/.test(
              it.localName,
            ) ||
            it
              .getAttributeNames()
              .some((name) => /^on|^(src|srcdoc|action|formaction|background)$/.test(name)) ||
            /^(?!https?:\/\/|mailto:|tel:)/.test(it.getAttribute('href') ?? 'tel:') ||
            /url\(/.test(it.getAttribute('style') ?? ''),
        )
        .map((it) => it.outerHTML.slice(0, 200)),
    };
  });
  expect(copied).toEqual({ messages: expect.any(Number), active: [] });
  expect(copied.messages).toBeGreaterThan(attacks.length - 5);
  expect(await sightings()).toEqual(NOTHING);
});
