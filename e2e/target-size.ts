import type { Page } from 'playwright/test';

/** Controls smaller than 24 by 24 pixels, except links in text (WCAG 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const roots = [...document.querySelectorAll('foyer-chat')].flatMap((it) => it.shadowRoot ?? []);
    // Rows that the browser skips because they are out of sight have no boxes.
    const skipped = roots
      .flatMap((it) => [...it.querySelectorAll<HTMLElement>('*')])
      .filter((it) => getComputedStyle(it).contentVisibility === 'auto');
    for (const { style } of skipped) style.contentVisibility = 'visible';
    const small = roots
      .flatMap((it) => [...it.querySelectorAll('button, a[href], textarea, [tabindex="0"]')])
      .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.matches('.text a'))
      .map((it) => ({ name: it.ariaLabel || it.textContent, box: it.getBoundingClientRect() }))
      .filter(({ box: { width, height } }) => width < 24 || height < 24)
      .map(({ name, box: { width, height } }) => `${name}: ${width} by ${height}`);
    for (const { style } of skipped) style.contentVisibility = '';
    return small;
  });
