import { parseBehavior, TAG } from '../../../behavior/index.ts';
import { offsetOf } from './tokens.ts';

/** The rest of the closing tag begun before `caret` with `</`; undefined: nothing is open, or no tag was begun. */
export function closingTag(text: string, caret: number): string | undefined {
  const before = text.slice(0, caret);
  if (!before.endsWith('</')) return undefined;
  const open = parseBehavior(before.slice(0, -2)).issues.findLast((issue) => issue.code === 'unclosed_tag');
  if (!open) return undefined;
  const at = offsetOf(before, open.line, open.column);
  const [tag] = before.slice(at).matchAll(TAG);
  return tag?.[2] && `${tag[2]}>`;
}
