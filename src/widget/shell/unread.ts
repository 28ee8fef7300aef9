import { interpolate } from '../../text/interpolate.ts';
import type { Strings } from '../locales/translations/strings.ts';
import { createTitleCount } from './title-count.ts';

/** Shared: a page has only one title. */
const titleCount = createTitleCount();

/**
 * Shows the number of unread messages on the launcher, and in the title of the page if the page wants it. Returns the launcher's
 * accessible name.
 */
export function showUnread(launcher: Element, count: number, strings: Strings, inTitle: boolean): string {
  const text = count > 99 ? '99+' : String(count || '');
  const badge = launcher.querySelector('.badge') ?? launcher.appendChild(document.createElement('span'));
  badge.className = 'badge';
  badge.textContent = text;
  (badge as HTMLElement).hidden = count === 0;
  if (inTitle) titleCount.show(text);
  return count === 0 ? strings.open : interpolate(strings.openUnread, { count });
}
