import { withExtras } from './extra-strings.ts';
import { fill, type Strings } from './strings.ts';

/** Shows on the launcher, and says in its name, how many messages wait behind it. */
export function showUnread(launcher: Element, count: number, strings: Strings): string {
  const badge = launcher.querySelector('.badge') ?? launcher.appendChild(document.createElement('span'));
  badge.className = 'badge';
  badge.textContent = count > 99 ? '99+' : String(count || '');
  (badge as HTMLElement).hidden = count === 0;
  return count === 0 ? strings.open : fill(withExtras(strings).openUnread, { count });
}
