import type { Changes } from './page-address.ts';
import { WORDS } from './words.ts';

interface Reason {
  readonly reason: string;
  readonly handoffs: number;
  readonly isNew: boolean | undefined;
}

/** A line of a list of handoff reasons: one of them, or the sum of further ones. */
export interface ReasonLine {
  readonly text: string;
  readonly handoffs: number;
  readonly isNew: boolean;
  /** The filter of its rows. */
  readonly filter: Changes;
}

/** The commonest reasons, at most `max`, and the others as one line: the sum of the lines is the number of handoffs. */
export function reasonLines(
  {
    handoffReasons,
    otherHandoffs,
  }: { readonly handoffReasons: readonly Reason[]; readonly otherHandoffs: number },
  max = Number.POSITIVE_INFINITY,
): readonly ReasonLine[] {
  const { reasons: words } = WORDS;
  const shown = handoffReasons.slice(0, max);
  const others = handoffReasons.slice(max);
  const rest = others.reduce((sum, it) => sum + it.handoffs, otherHandoffs);
  const lines = shown.map(({ reason, handoffs, isNew }) => ({
    text: reason || words.none,
    handoffs,
    isNew: isNew === true,
    filter: reason ? { reason } : { handoff: 'none' },
  }));
  // An answer has 50 reasons: the number of those beyond is not known.
  const text = otherHandoffs > 0 ? words.others : words.otherCount(others.length);
  return rest > 0
    ? [...lines, { text, handoffs: rest, isNew: false, filter: { other_reasons: String(shown.length) } }]
    : lines;
}
