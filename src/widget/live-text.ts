import { effect } from '@preact/signals';
import type { Markdown } from './markdown.ts';
import type { Painter } from './painter.ts';
import type { Scope } from './scope.ts';

/** So much is drawn in one frame: half a megabyte at once would hold the page up. */
const PORTION = 65_536;

/** The text as it is, for as long as its formatting has not loaded. */
function createPlain(element: Element): Markdown {
  const lines = element.appendChild(document.createElement('span'));
  return { write: (text) => lines.append(text), end: () => {} };
}

/**
 * Keeps `element` showing the text of a message of the agent's side, outside of Preact's rendering: a chunk costs the
 * parsing of its own characters, once per frame, whatever came before it. Returns what stops it.
 */
export function showLiveText(
  element: Element,
  scope: Pick<Scope, 'chat' | 'config' | 'extras' | 'strings' | 'ui'>,
  id: string,
  painter: Painter,
): () => void {
  const entry = scope.chat.entry(id);
  let shown = '';
  let isOver = false;
  let extras = scope.extras.peek();
  let markdown = begin();

  function begin(): Markdown {
    element.replaceChildren();
    shown = '';
    isOver = false;
    return extras ? extras.createFormatted(element, scope) : createPlain(element);
  }

  function paint(): void {
    const message = entry.peek();
    if (message?.kind !== 'message') return;
    const { text, streaming } = message;
    const isNewlyRich = extras !== scope.extras.peek();
    if (isOver && text === shown && !isNewlyRich) return;
    extras = scope.extras.peek();
    // spec messaging §8: a full message replaces the text that its chunks had brought.
    if (isOver || isNewlyRich || !text.startsWith(shown)) markdown = begin();
    const end = Math.min(text.length, shown.length + PORTION);
    markdown.write(text.slice(shown.length, end));
    shown = text.slice(0, end);
    if (end < text.length) return painter.request(paint);
    isOver = !streaming;
    if (isOver) markdown.end();
  }

  paint();
  let isFirst = true;
  return effect(() => {
    void entry.value;
    void scope.extras.value;
    if (!isFirst) painter.request(paint);
    isFirst = false;
  });
}
