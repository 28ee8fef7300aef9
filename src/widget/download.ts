import type { Entry } from '../chat/model.ts';
import type { ExtraStrings } from './extra-strings.ts';
import { noticeText } from './extras.ts';
import { nameOf } from './people.ts';
import type { Scope } from './scope.ts';

/** The transcript as a file, made in the browser: nothing is asked of anybody. */

const line = (entry: Entry, scope: Scope, words: ExtraStrings, format: Intl.DateTimeFormat): string => {
  const at = format.format(entry.at);
  if (entry.kind === 'notice') return `[${at}] ${noticeText(entry, words, scope.locale.peek())}`;
  const cards = entry.attachments.map(
    ({ title, contentUrl }) => `  ${title ? `${title}: ` : ''}${contentUrl}`,
  );
  const calls = entry.callActions.map(({ title, contactNumber }) => `  ${title}: ${contactNumber}`);
  return [`[${at}] ${nameOf(entry, scope)}: ${entry.text}`, ...cards, ...calls].join('\n');
};

/** As people read it, in the language of the moment. */
export function transcriptText(scope: Scope, words: ExtraStrings): string {
  const format = new Intl.DateTimeFormat(scope.locale.peek(), { dateStyle: 'medium', timeStyle: 'short' });
  return `${scope.chat.transcript
    .peek()
    .map((entry) => line(entry, scope, words, format))
    .join('\n')}\n`;
}

/** As programs read it: every entry with all that is known of it, times in ISO 8601. */
export const transcriptJson = ({ chat }: Pick<Scope, 'chat'>): string =>
  `${JSON.stringify(
    chat.transcript.peek().map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
    null,
    2,
  )}\n`;

/** Lets the browser save a text. */
export function save(name: string, type: string, text: string): void {
  const anchor = document.createElement('a');
  const url = URL.createObjectURL(new Blob([text], { type }));
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The download has begun by then; a URL that is never given back would keep the text in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
