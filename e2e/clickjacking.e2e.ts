import type { FrameLocator, Locator, Page } from 'playwright/test';
import { expect, FAST, test } from './fixtures.ts';
import { BRANDING } from './gallery/branding.ts';

/** Style sheets of clickjacking attacks: the chat receives clicks, but is not visible as it is. */
const ATTACKS = {
  transparent: 'iframe { opacity: 0 }',
  'almost transparent': 'iframe { opacity: 0.02 }',
  'under an element that lets clicks through':
    '#overlay { position: fixed; inset: 0; background: white; pointer-events: none }',
  'under an element with a hole':
    '#overlay { position: fixed; inset: 0; background: white; pointer-events: none; clip-path: polygon(0 0, 100% 0, 100% 100%, 60% 100%, 60% 90%, 0 90%) }',
  rotated: 'iframe { transform: rotate(3deg) }',
};

test.use({
  demoOptions: {
    emulator: { pace: FAST },
    logLevel: 'silent',
    branding: { ...BRANDING, policies: { privacy_url: 'https://shop.example/privacy', place: 'menu' } },
  },
  viewport: { width: 420, height: 640 },
});

/** Opens a page of an allowed site that frames the chat and contains an element for the attacks. */
async function frameIn(page: Page, shop: string, relayUrl: string): Promise<FrameLocator> {
  await page.route(shop, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>A page</title><body style="margin:0">
        <iframe src="${relayUrl}/frame" title="Chat" style="border:0;width:420px;height:640px"></iframe>
        <div id="overlay"></div></body></html>`,
    }),
  );
  await page.goto(shop);
  return page.frameLocator('iframe');
}

/** Clicks at the position of an element, whatever is visible there. */
async function clickAt(page: Page, value: Locator) {
  const box = await value.boundingBox();
  if (!box) throw new Error('not drawn');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** True if the browser reports an element as visible. Earlier observers have been notified by then. */
const isVisible = (locator: Locator) =>
  locator.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        const observer = new IntersectionObserver(
          ([entry]) => {
            observer.disconnect();
            resolve((entry as IntersectionObserverEntry & { isVisible: boolean }).isVisible);
          },
          { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
        );
        observer.observe(element.parentElement as Element);
      }),
  );

for (const [how, css] of Object.entries(ATTACKS)) {
  const tag = /almost|hole/.test(how) ? '@full' : '@ci';
  const title = `S-41: a framed chat that is ${how} does not accept clicks on consent, call and end`;
  test(title, { tag: ['@own-demo', tag] }, async ({ chat, demo, page }) => {
    const frame = await frameIn(page, chat.shop, demo.relayUrl);
    /** Clicks during the attack and waits until the guard has decided about the click. */
    const clickDuringAttack = async (locator: Locator) => {
      const attack = await page.addStyleTag({ content: css });
      await expect.poll(() => isVisible(locator)).toBe(false);
      await clickAt(page, locator);
      expect(await isVisible(locator)).toBe(false);
      await attack.evaluate((style: Element) => style.remove());
      await expect.poll(() => isVisible(locator)).toBe(true);
    };
    const host = frame.locator('foyer-chat');

    const consent = frame.getByRole('button', { name: 'I consent and start chat' });
    await expect(consent).toBeVisible();
    await clickDuringAttack(consent);
    expect([await consent.count(), demo.emulator.sessions().length]).toEqual([1, 0]);
    // Again if the browser was too busy to report the button as visible.
    await expect(async () => {
      await clickAt(page, consent);
      await expect(consent).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await expect(host).toHaveAttribute('data-connection', 'online');

    await frame.getByRole('textbox', { name: 'Message' }).fill('call');
    await page.keyboard.press('Enter');
    const call = frame.getByRole('link', { name: /Call/ });
    await expect(call).toBeVisible();
    await expect(frame.locator('[data-streaming]')).toHaveCount(0);
    // Records a click on the link and prevents the call.
    await call.evaluate((element) =>
      element.addEventListener('click', (event) => {
        event.preventDefault();
        element.setAttribute('data-called', '');
      }),
    );
    await clickDuringAttack(call);
    await expect(call).not.toHaveAttribute('data-called');
    await clickAt(page, call);
    await expect(call).toHaveAttribute('data-called');

    const end = frame.getByRole('menuitem', { name: 'End chat' });
    await frame.getByRole('button', { name: 'Menu' }).click();
    await clickDuringAttack(end);
    await expect(host).toHaveAttribute('data-connection', 'online');
    await end.press('Enter');
    const confirm = frame.getByRole('alertdialog').getByRole('button', { name: 'End chat' });
    await clickDuringAttack(confirm);
    await expect(host).toHaveAttribute('data-connection', 'online');
    await confirm.press('Enter');
    await expect(host).toHaveAttribute('data-connection', 'ended');
  });
}
