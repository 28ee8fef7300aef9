import type { Ui } from '../context/ui.ts';

/** Maximum number of announced texts per task: the last ones. A screen reader would read a whole history. */
export const AT_ONCE = 3;

/** Texts of the present task. A task is about one conversation. */
let texts: readonly string[] = [];

/**
 * Announces a text politely. Texts of one task are joined, because a live region shows only the last of them. A repeated text
 * gets another blank: a live region announces changes only.
 */
export function announce({ announcement }: Pick<Ui, 'announcement'>, text: string): void {
  if (texts.length === 0)
    queueMicrotask(() => {
      texts = [];
    });
  texts = [...texts, text].slice(-AT_ONCE);
  const joined = texts.join(' ');
  announcement.value = joined === announcement.peek() ? `${joined}\u00a0` : joined;
}
