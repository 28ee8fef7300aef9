import { WORDS } from './words.ts';

interface Reason {
  readonly reason: string;
  readonly handoffs: number;
  readonly isNew: boolean | undefined;
}

/** A line of a list of handoff reasons. `reason` is undefined for the sum of further ones. */
export interface ReasonLine {
  readonly text: string;
  readonly reason: string | undefined;
  readonly handoffs: number;
  readonly isNew: boolean;
}

/** The commonest reasons, at most `max`, and the others as one line: their sum is the number of all handoffs with a known outcome. */
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
    reason,
    handoffs,
    isNew: isNew === true,
  }));
  // How many others there are beyond the 50 of an answer is not known.
  const text = otherHandoffs > 0 ? words.others : words.otherCount(others.length);
  return rest > 0 ? [...lines, { text, reason: undefined, handoffs: rest, isNew: false }] : lines;
}
