import type { Page } from 'playwright/test';

/** What can be pressed, is no link within a sentence, and is smaller than 24 by 24 (WCAG 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('foyer-chat')]
      .flatMap((it) => [
        ...(it.shadowRoot?.querySelectorAll('button, a[href], textarea, [tabindex="0"]') ?? []),
      ])
      .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.matches('.text a'))
      .map((it) => ({ name: it.ariaLabel || it.textContent, box: it.getBoundingClientRect() }))
      .filter(({ box: { width, height } }) => width < 24 || height < 24)
      .map(({ name, box: { width, height } }) => `${name}: ${width} by ${height}`),
  );
