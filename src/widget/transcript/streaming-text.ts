import { effect } from '@preact/signals';
import type { Scope } from '../scope.ts';
import type { Markdown } from '../text/markdown.ts';
import type { PaintScheduler } from './paint-scheduler.ts';

/** Maximum number of characters per frame. Half a megabyte at once would block the page. */
const MAX_PER_FRAME = 65_536;

/** Renders the unformatted text until the deferred chunk has loaded. */
function createPlainText(element: Element): Markdown {
  const lines = element.appendChild(document.createElement('span'));
  return { write: (text) => lines.append(text), end: () => {} };
}

/**
 * Keeps `element` in step with the text of an agent's or a live agent's message, outside of Preact's rendering: a chunk
 * costs the parsing of its own characters only. Returns a dispose function.
 */
export function renderStreamingText(
  element: Element,
  scope: Pick<Scope, 'chat' | 'config' | 'deferred' | 'strings' | 'ui'>,
  id: string,
  scheduler: PaintScheduler,
): () => void {
  const entry = scope.chat.entry(id);
  let shown = '';
  let isEnded = false;
  let deferred = scope.deferred.peek();
  let markdown = begin();

  function begin(): Markdown {
    element.replaceChildren();
    shown = '';
    isEnded = false;
    return deferred ? deferred.createFormattedText(element, scope) : createPlainText(element);
  }

  function paint(): void {
    const message = entry.peek();
    if (message?.kind !== 'message') return;
    const { text, streaming } = message;
    const isFormatterNew = deferred !== scope.deferred.peek();
    if (isEnded && text === shown && !isFormatterNew) return;
    deferred = scope.deferred.peek();
    // M-8.6: a full message replaces the text of its chunks.
    if (isEnded || isFormatterNew || !text.startsWith(shown)) markdown = begin();
    const end = Math.min(text.length, shown.length + MAX_PER_FRAME);
    markdown.write(text.slice(shown.length, end));
    shown = text.slice(0, end);
    if (end < text.length) return scheduler.request(paint);
    isEnded = !streaming;
    if (isEnded) markdown.end();
  }

  paint();
  let isFirst = true;
  return effect(() => {
    void entry.value;
    void scope.deferred.value;
    if (!isFirst) scheduler.request(paint);
    isFirst = false;
  });
}
