import type { Entry } from '../../chat/model.ts';
import type { DeferredStrings } from '../locales/deferred-strings.ts';
import type { Scope } from '../scope.ts';
import { authorName } from './author-name.ts';
import { noticeText } from './notice-text.ts';

const entryText = (
  entry: Entry,
  scope: Scope,
  texts: DeferredStrings,
  format: Intl.DateTimeFormat,
): string => {
  const at = format.format(entry.at);
  if (entry.kind === 'notice') return `[${at}] ${noticeText(entry, texts, scope.locale.peek())}`;
  const cards = entry.attachments.map(
    ({ title, callToActionText, contentUrl = callToActionText ?? '' }) =>
      `  ${[title, contentUrl].filter(Boolean).join(': ')}`,
  );
  const calls = entry.callActions.map(({ title, contactNumber }) => `  ${title}: ${contactNumber}`);
  return [`[${at}] ${authorName(entry, scope)}: ${entry.text}`, ...cards, ...calls].join('\n');
};

/** The transcript as plain text in the current language. */
export function transcriptText(scope: Scope, texts: DeferredStrings): string {
  const format = new Intl.DateTimeFormat(scope.locale.peek(), { dateStyle: 'medium', timeStyle: 'short' });
  return `${scope.chat.transcript
    .peek()
    .map((entry) => entryText(entry, scope, texts, format))
    .join('\n')}\n`;
}

/** The transcript as JSON: every field of every entry, times in ISO 8601. */
export const transcriptJson = ({ chat }: Pick<Scope, 'chat'>): string =>
  `${JSON.stringify(
    chat.transcript.peek().map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
    null,
    2,
  )}\n`;

/** Saves a text as a file, without any request. */
export function saveFile(name: string, type: string, text: string): void {
  const anchor = document.createElement('a');
  const url = URL.createObjectURL(new Blob([text], { type }));
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The download has started by then. An object URL that is not revoked keeps the text in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
