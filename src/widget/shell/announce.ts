import type { Ui } from '../ui.ts';

/** Texts of the present task. A task is about one conversation. */
let joined = '';

/**
 * Announces a text politely. Texts of one task are joined, because a live region shows only the last of them. It announces
 * changes only, so that a repeated text gets another blank.
 */
export function announce({ announcement }: Pick<Ui, 'announcement'>, text: string): void {
  joined += ` ${text}`;
  queueMicrotask(() => {
    joined = '';
  });
  announcement.value = joined === announcement.peek() ? `${joined}\u00a0` : joined;
}
