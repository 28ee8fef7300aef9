import type { FrameLocator, Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { BRANDING } from './walk.ts';

/** How a page makes its visitors press what they do not see: the chat is above, or looks away. */
const DECEITS = {
  'without colour': 'iframe { opacity: 0 }',
  'almost without colour': 'iframe { opacity: 0.02 }',
  'under something that presses go through':
    '#lure { position: fixed; inset: 0; background: white; pointer-events: none }',
  'with a hole in what is over it':
    '#lure { position: fixed; inset: 0; background: white; pointer-events: none; clip-path: polygon(0 0, 100% 0, 100% 100%, 60% 100%, 60% 90%, 0 90%) }',
  turned: 'iframe { transform: rotate(3deg) }',
};

test.use({
  demoOptions: {
    emulator: { pace: { wordMs: 5, thinkingMs: 20 } },
    logLevel: 'silent',
    branding: { ...BRANDING, policies: { privacy_url: 'https://shop.example/privacy', place: 'menu' } },
  },
  viewport: { width: 420, height: 640 },
});

/** A page of an allowed site with nothing but the chat and, perhaps, a deceit. */
async function frameIn(page: Page, shop: string, relayUrl: string): Promise<FrameLocator> {
  await page.context().grantPermissions(['local-network-access']);
  await page.route(shop, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>A page</title><body style="margin:0">
        <iframe src="${relayUrl}/frame" title="Chat" style="border:0;width:420px;height:640px"></iframe>
        <div id="lure"></div></body></html>`,
    }),
  );
  await page.goto(shop);
  return page.frameLocator('iframe');
}

/** A press where a thing is, whatever is to be seen there. */
async function pressAt(page: Page, it: Locator) {
  const box = await it.boundingBox();
  if (!box) throw new Error('not drawn');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Whether the browser says that a thing is seen; who has asked it before has been told by then. */
const isSeen = (it: Locator) =>
  it.evaluate(
    (element) =>
      new Promise<boolean>((tell) => {
        const observer = new IntersectionObserver(
          ([entry]) => {
            observer.disconnect();
            tell((entry as IntersectionObserverEntry & { isVisible: boolean }).isVisible);
          },
          { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
        );
        observer.observe(element.parentElement as Element);
      }),
  );

for (const [how, css] of Object.entries(DECEITS)) {
  test(`a framed chat that is ${how} lets nobody consent, call or end by a press`, async ({
    chat,
    demo,
    page,
  }) => {
    const frame = await frameIn(page, chat.shop, demo.relayUrl);
    /** Presses while the page deceives; when this is over, the press has come to what it comes to. */
    const pressUnseen = async (it: Locator) => {
      const deceit = await page.addStyleTag({ content: css });
      await expect.poll(() => isSeen(it)).toBe(false);
      await pressAt(page, it);
      expect(await isSeen(it)).toBe(false);
      await deceit.evaluate((style: Element) => style.remove());
      await expect.poll(() => isSeen(it)).toBe(true);
    };
    const host = frame.locator('foyer-chat');

    const consent = frame.getByRole('button', { name: 'I consent and start chat' });
    await expect(consent).toBeVisible();
    await pressUnseen(consent);
    expect([await consent.count(), demo.emulator.sessions().length]).toEqual([1, 0]);
    await pressAt(page, consent);
    await expect(host).toHaveAttribute('data-connection', 'online');

    await frame.getByRole('textbox', { name: 'Message' }).fill('call');
    await page.keyboard.press('Enter');
    const call = frame.getByRole('link', { name: /Call/ });
    await expect(call).toBeVisible();
    await expect(frame.locator('[data-streaming]')).toHaveCount(0);
    // What reaches the link is not to begin a call here.
    await call.evaluate((it) =>
      it.addEventListener('click', (event) => {
        event.preventDefault();
        it.setAttribute('data-called', '');
      }),
    );
    await pressUnseen(call);
    await expect(call).not.toHaveAttribute('data-called');
    await pressAt(page, call);
    await expect(call).toHaveAttribute('data-called');

    const end = frame.getByRole('menuitem', { name: 'End chat' });
    await frame.getByRole('button', { name: 'Menu' }).click();
    await pressUnseen(end);
    await expect(host).toHaveAttribute('data-connection', 'online');
    await end.press('Enter');
    await expect(host).toHaveAttribute('data-connection', 'ended');
  });
}
