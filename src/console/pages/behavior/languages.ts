import type { Behavior, Piece } from '../../../behavior/index.ts';

/** A language that no tag names: text for certain languages does not apply to it. */
export const OTHER = 'und';

/** The languages that the tags of a text name. */
export function languagesIn({ pieces }: Behavior): readonly string[] {
  const found = new Set<string>();
  for (const piece of pieces) {
    for (let scope: Piece['scope'] = piece.scope; scope; scope = scope.outer) {
      if (scope.kind === 'language' && scope.value !== null) found.add(scope.value);
    }
  }
  return [...found].sort();
}
