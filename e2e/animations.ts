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

/** Names of the running animations of the chat. Ignores the animation that delays the banner. */
export const runningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('foyer-chat')]
      .flatMap((it) => it.shadowRoot?.getAnimations() ?? [])
      .filter((it) => Number(it.effect?.getComputedTiming().duration) > 10)
      .map((it) => (it instanceof CSSAnimation ? it.animationName : it.constructor.name))
      .filter((name) => name !== 'foyer-appear'),
  );
