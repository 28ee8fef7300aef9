import { type BehaviorIssue, TAG } from '../../../behavior/index.ts';

/** A part of a line: text, a tag, or a tag with an issue. */
export interface Token {
  readonly kind: 'text' | 'tag' | 'issue';
  readonly text: string;
}

/** The lines of a behaviour text with their tags. */
export function tokenLines(text: string, issues: readonly BehaviorIssue[]): readonly (readonly Token[])[] {
  const places = new Set(issues.map(({ line, column }) => `${line}:${column}`));
  return text.split('\n').map((line, index) => {
    const tokens: Token[] = [];
    let end = 0;
    const take = (part: string) => {
      if (part !== '') tokens.push({ kind: 'text', text: part });
    };
    for (const tag of line.matchAll(TAG)) {
      take(line.slice(end, tag.index));
      end = tag.index + tag[0].length;
      const kind = places.has(`${index + 1}:${tag.index + 1}`) ? 'issue' : 'tag';
      tokens.push({ kind, text: tag[0] });
    }
    take(line.slice(end));
    return tokens;
  });
}

/** The position of a line and a column, both from 1. */
export function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, line) => sum + line.length + 1, column - 1);
}
