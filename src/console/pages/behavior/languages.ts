import type { Behavior, Piece } from '../../../behavior/index.ts';

/** A language that no tag names: text for certain languages does not apply to it. */
export const OTHER = 'und';

/** The languages that the tags of a text name. */
export function languagesIn({ pieces }: Behavior): readonly string[] {
  const found = new Set<string>();
  for (const piece of pieces) {
    for (let it: Piece['scope'] = piece.scope; it; it = it.outer) {
      if (it.kind === 'language' && it.value !== null) found.add(it.value);
    }
  }
  return [...found].sort();
}
