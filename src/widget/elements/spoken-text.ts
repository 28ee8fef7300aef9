/** Words of a Markdown text as they are heard: those that are seen. */
export { plainText as spokenText } from '../../text/plain-text.ts';
