/** Words of a Markdown text for screen readers: the visible ones. */
export { plainText as spokenText } from '../../text/plain-text.ts';
