import type { Entry } from '../../chat/model/model.ts';
import { stripBidiControls, withoutOverrides } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import type { Scope } from '../scope.ts';
import { authorName } from './author-name.ts';
import { noticeText } from './notice-text.ts';

/** Plain text of Markdown, as it is shown, so that a search finds it. */
export const withoutMarks = (markdown: string): string =>
  withoutOverrides(markdown)
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/^(?: *(?:#{1,6}|[-*+>]) )+/gm, '')
    .replace(/(^|[^\w*])\*{1,3}(?=[^\s*])/gm, '$1')
    .replace(/([^\s*])\*{1,3}(?![\w*])/g, '$1')
    .replace(/__|~~|`/g, '');

/** Text of an entry that is far from the visible part: the author, the words, and the titles of what is attached. */
export function farText(entry: Entry, scope: Scope): string {
  const strings = scope.strings.value;
  if (entry.kind === 'notice') return noticeText(entry, strings, scope.locale.value);
  const name = stripBidiControls(authorName(entry, scope));
  const { attachments, author, callActions, text } = entry;
  return [
    interpolate(strings.said, { name }),
    author === 'user' ? withoutOverrides(text) : withoutMarks(text),
    ...attachments.flatMap(({ title, callToActionText }) => [title, callToActionText]),
    ...callActions.map(({ title, contactNumber }) => `${title} ${contactNumber}`),
  ]
    .filter(Boolean)
    .join('\n');
}
