import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';

const LONG_NAME = 'Northwind Lamps and Stools of Copenhagen and Aarhus since 1904';

test.describe('a name in another direction than the language', () => {
  for (const [locale, name] of [
    ['ar', LONG_NAME],
    ['en', 'شركة المصابيح والكراسي الخشبية في القاهرة والإسكندرية منذ عام ١٩٠٤'],
  ] as const) {
    test(`keeps its beginning in the header: ${locale}`, async ({ visit }) => {
      const chat = await visit({ attributes: `data-locale="${locale}"` });
      await chat.launcher().click();
      const title = chat.panel().getByRole('heading').first();
      const lost = await title.evaluate((it, text) => {
        it.textContent = text;
        const range = document.createRange();
        range.setStart(it.firstChild as Node, 0);
        range.setEnd(it.firstChild as Node, 1);
        const [box, first] = [it, range].map((each) => each.getBoundingClientRect());
        return box && first && (first.left < box.left - 1 || first.right > box.right + 1);
      }, name);
      expect(lost).toBe(false);
    });

    test(`begins at the start of the panel: ${locale}`, async ({ visit }) => {
      const chat = await visit({ attributes: `data-locale="${locale}"` });
      await chat.launcher().click();
      const title = chat.panel().getByRole('heading').first();
      const gap = await title.evaluate(
        (it, [text, isRtl]) => {
          it.textContent = text.slice(0, 12);
          const range = document.createRange();
          range.selectNodeContents(it);
          const around = (it.parentElement as HTMLElement).getBoundingClientRect();
          const drawn = range.getBoundingClientRect();
          return isRtl ? around.right - drawn.right : drawn.left - around.left;
        },
        [name, locale === 'ar'] as const,
      );
      expect(gap).toBeCloseTo(0, 0);
    });
  }
});
