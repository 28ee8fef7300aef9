import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';
import { createFrameGate } from './frame-gate.ts';
import { smallTargets } from './target-size.ts';

test.use({
  demoOptions: { emulator: { pace: { wordMs: 5, thinkingMs: 400 } }, logLevel: 'silent' },
});

test('M-13.10: a visitor who waits on another tab is told when a person joins, and comes back by a press', {
  tag: '@ci',
}, async ({ page, visit }) => {
  // The light headless browser denies notifications, and never hides a page.
  await page.addInitScript(() => {
    const shown: { title: string; close(): void }[] = [];
    class Recorded {
      static permission = 'default';
      static async requestPermission() {
        Recorded.permission = 'granted';
        return Recorded.permission;
      }
      readonly title: string;
      constructor(title: string) {
        this.title = title;
        shown.push(this);
      }
      close() {}
    }
    let isHidden = false;
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    Object.assign(window, {
      Notification: Recorded,
      shown,
      hide: () => {
        isHidden = true;
      },
    });
  });
  const gate = await createFrameGate(page);
  const chat = await visit();
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  // M-13.11
  const told = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url() === `${chat.relay}/chat/waits`,
  );
  gate.closeAfter('HANDOFF_QUEUE_STATUS');
  await chat.send('human');
  const card = page.locator('foyer-chat .handoff-card');
  await expect(card).toContainText('3rd in line');
  const waiting = await card.boundingBox();
  const wish = page.getByRole('button', { name: chat.texts.tellMe });
  await expect(wish).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await wish.click();
  await expect(wish).toHaveAttribute('aria-pressed', 'true');
  expect(await card.boundingBox()).toEqual(waiting);
  await page.getByRole('button', { name: chat.texts.close }).click();
  await page.evaluate('hide()');
  gate.open();

  const titles = () => page.evaluate('shown.map(({ title }) => title)');
  await expect.poll(titles).toEqual([expect.stringMatching(/ has joined\.$/)]);
  const wait = await told;
  const { queue, seconds } = wait.request().postDataJSON() as { queue: string; seconds: number };
  expect([wait.status(), queue !== '', seconds > 2]).toEqual([204, true, true]);
  await page.evaluate('shown[0].onclick()');
  await expect(chat.composer()).toBeVisible();
});
