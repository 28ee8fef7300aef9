import type { Entry } from '../../chat/model/model.ts';
import { stripBidiControls, withoutOverrides } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import { plainText } from '../../text/plain-text.ts';
import type { WidgetContext } from '../context/widget-context.ts';
import { authorName } from '../elements/author-name.ts';
import { noticeText } from '../elements/notice-text.ts';

/**
 * Text of an entry that is far from the visible part: the author, the rendered words for find-in-page, and the titles of
 * attachments.
 */
export function farText(entry: Entry, context: WidgetContext): string {
  const strings = context.strings.value;
  if (entry.kind === 'notice') return noticeText(entry, strings, context.locale.value);
  const name = stripBidiControls(authorName(entry, context));
  const { attachments, author, callActions, text } = entry;
  return [
    interpolate(strings.said, { name }),
    author === 'user' ? withoutOverrides(text) : plainText(text),
    ...attachments.flatMap(({ title, callToActionText }) => [title, callToActionText]),
    ...callActions.map(({ title, contactNumber }) => `${title} ${contactNumber}`),
  ]
    .filter(Boolean)
    .join('\n');
}
