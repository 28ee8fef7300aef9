import type { Page } from 'playwright/test';

/** Waits until the animations of the page and of the chat have ended. An endless one never does and is left out. */
export const animationsFinished = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      [document, ...[...document.querySelectorAll('foyer-chat')].flatMap((it) => it.shadowRoot ?? [])]
        .flatMap((it) => it.getAnimations())
        .filter((it) => it.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((it) => it.finished.catch(() => {})),
    ),
  );
