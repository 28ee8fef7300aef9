import { withDeferredStrings } from '../locales/deferred-strings.ts';
import { interpolate, type Strings } from '../locales/strings.ts';

/** Updates the launcher's badge with the number of unread messages. Returns the launcher's accessible name. */
export function updateUnreadBadge(launcher: Element, count: number, strings: Strings): string {
  const badge = launcher.querySelector('.badge') ?? launcher.appendChild(document.createElement('span'));
  badge.className = 'badge';
  badge.textContent = count > 99 ? '99+' : String(count || '');
  (badge as HTMLElement).hidden = count === 0;
  return count === 0 ? strings.open : interpolate(withDeferredStrings(strings).openUnread, { count });
}
