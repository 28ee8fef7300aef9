import type { Entry } from '../../chat/model/model.ts';

const OFFERED_AGAIN = 3;

/**
 * M-13.8: the visitor's last unanswered messages since the handoff began, each once. None once anything was said after the
 * notice `id` that no person came.
 */
export function unansweredBefore(
  id: string,
  order: readonly string[],
  entryOf: (id: string) => Entry | undefined,
): readonly string[] {
  const texts = new Set<string>();
  let isWaiting = false;
  let isOver = false;
  for (const at of order) {
    const entry = entryOf(at);
    if (entry?.kind === 'notice') isWaiting ||= entry.notice === 'handoff_started';
    else if (isOver) return [];
    else if (entry?.author !== 'user') texts.clear();
    else if (isWaiting && entry.text.trim() && entry.delivery !== 'failed') texts.add(entry.text);
    isOver ||= at === id;
  }
  return [...texts].slice(-OFFERED_AGAIN);
}
