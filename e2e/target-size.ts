import type { Page } from 'playwright/test';

/** Controls smaller than 24 by 24 pixels, except links in text (WCAG 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const roots = [...document.querySelectorAll('foyer-chat')].flatMap((element) => element.shadowRoot ?? []);
    // Rows that the browser skips because they are out of sight have no boxes.
    const skipped = roots
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>('*')])
      .filter((element) => getComputedStyle(element).contentVisibility === 'auto');
    for (const { style } of skipped) style.contentVisibility = 'visible';
    const small = roots
      .flatMap((root) => [...root.querySelectorAll('button, a[href], textarea, [tabindex="0"]')])
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('.text a'),
      )
      .map((element) => ({
        name: element.ariaLabel || element.textContent,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box: { width, height } }) => width < 24 || height < 24)
      .map(({ name, box: { width, height } }) => `${name}: ${width} by ${height}`);
    for (const { style } of skipped) style.contentVisibility = '';
    return small;
  });
