import type { Page } from 'playwright/test';

/** Controls smaller than a number of pixels, by default 24 by 24 (WCAG 2.5.8), except links in text. */
export const smallTargets = (page: Page, least = 24): Promise<string[]> =>
  page.evaluate((least) => {
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
      .filter(({ box: { width, height } }) => width < least || height < least)
      .map(({ name, box: { width, height } }) => `${name}: ${width} by ${height}`);
    for (const { style } of skipped) style.contentVisibility = '';
    return small;
  }, least);
