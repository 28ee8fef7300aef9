import type { BrowserContext } from 'playwright';
import { longestTaskInMs } from '../../../browsers/longest-task.ts';

/** The machine's time for work of the widget's kind, without the widget. */

const LENGTH = 512 * 1_024;
/** Milliseconds in which the reference processor lays out the text below. */
export const REFERENCE_PLAIN_MS = 150;

/**
 * Processor time in which a page lays out half a megabyte of plain text, in milliseconds. The page is new, as that of a visitor is: the
 * first use of memory takes the most time on some machines.
 */
export async function plainTextMs(context: BrowserContext): Promise<number> {
  const fresh = await context.browser()?.newContext();
  if (!fresh) throw new Error('the context has no browser of its own');
  const page = await fresh.newPage();
  const ms = await longestTaskInMs(page, () =>
    page.evaluate((length) => {
      const plain = document.body.appendChild(document.createElement('div'));
      plain.style.cssText = 'width: 300px; overflow-wrap: anywhere';
      plain.textContent = 'x'.repeat(length);
      plain.getBoundingClientRect();
    }, LENGTH),
  );
  await fresh.close();
  return ms;
}
