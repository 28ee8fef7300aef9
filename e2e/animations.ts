import type { Page } from 'playwright/test';

/** Waits until the animations of the page and of the chat have ended. An endless one never does and is left out. */
export const animationsFinished = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      [
        document,
        ...[...document.querySelectorAll('foyer-chat')].flatMap((element) => element.shadowRoot ?? []),
      ]
        .flatMap((root) => root.getAnimations())
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );

/** Names of the running animations of the chat. Ignores the animation that delays the banner. */
export const runningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('foyer-chat')]
      .flatMap((element) => element.shadowRoot?.getAnimations() ?? [])
      .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 10)
      .map((animation) =>
        animation instanceof CSSAnimation ? animation.animationName : animation.constructor.name,
      )
      .filter((name) => name !== 'foyer-appear'),
  );
