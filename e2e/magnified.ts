import { expect, type Locator } from 'playwright/test';
import type { ChatPage } from './fixtures.ts';
import { smallTargets } from './target-size.ts';

/** A desktop of 1280 by 1024 pixels at a zoom of 400 %. */
const MAGNIFIED = { width: 320, height: 256 };
/** States that have a card in place of the composer. */
const HAS_ENDED = /^(ended|feedback)/;

/** True if an element is visible after it was scrolled into view. */
async function isReachable(locator: Locator): Promise<boolean> {
  await locator.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  const box = await locator.boundingBox();
  return (
    box !== null &&
    box.x >= 0 &&
    box.x + box.width <= MAGNIFIED.width &&
    Math.min(box.y + box.height, MAGNIFIED.height) - Math.max(box.y, 0) >= 24
  );
}

/** Expects that the whole chat can be reached at a zoom of 400 % by scrolling in one direction (WCAG 1.4.10). */
export async function expectReachable({ page, panel, composer, texts }: ChatPage, state: string) {
  await page.setViewportSize(MAGNIFIED);
  const isOpen = (await panel().count()) > 0;
  const isTalking = isOpen && state !== 'consent';
  const sideways = await page.evaluate(() =>
    [...document.querySelectorAll('foyer-chat')]
      .flatMap((element) => [
        document.documentElement,
        ...(element.shadowRoot?.querySelectorAll('.panel, .transcript') ?? []),
      ])
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => element.className),
  );
  const small = await smallTargets(page);
  const needed: readonly (Locator | false)[] = [
    isTalking && !HAS_ENDED.test(state) && composer(),
    isTalking &&
      state !== 'unreachable' &&
      page.locator('foyer-chat [data-message-id]:not(.visually-hidden)').last(),
    state === 'consent' && page.getByRole('heading', { name: texts.consentTitle }),
    state === 'menu' && page.getByRole('menuitemcheckbox'),
  ];
  // Polled: the panel follows the size of the window a frame later.
  const unreachable = async () => {
    const found: string[] = [];
    for (const locator of needed) if (locator && !(await isReachable(locator))) found.push(String(locator));
    return found;
  };
  await expect.poll(unreachable).toEqual([]);
  expect({ sideways, small }).toEqual({ sideways: [], small: [] });
}
