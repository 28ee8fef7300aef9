import type { WidgetContext } from '../context/widget-context.ts';
import { transcriptHtml } from './transcript-html.ts';

/** Saves a text as a file, without any request. */
function saveFile(name: string, type: string, text: string): void {
  const anchor = document.createElement('a');
  const url = URL.createObjectURL(new Blob([text], { type }));
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The download has started by then. An object URL that is not revoked keeps the text in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves the conversation as a page that people can read, in the current language. */
export function saveTranscript(context: WidgetContext): void {
  const lazy = context.lazy.peek();
  if (!lazy) return;
  const day = new Date(context.clock.now()).toISOString().slice(0, 10);
  saveFile(`chat-${day}.html`, 'text/html', transcriptHtml(context, lazy));
}
