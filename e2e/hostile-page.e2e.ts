import type { FoyerApi } from '../src/embed/api.ts';
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
