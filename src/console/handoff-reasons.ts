import type { Changes } from './page-address.ts';
import { useServices } from './services.ts';
import type { Place } from './session.ts';
import { WORDS } from './words.ts';

const { reasons: words } = WORDS;

interface Reason {
  readonly reason: string;
  readonly handoffs: number;
  readonly isNew: boolean | undefined;
}

/** A line of a list of handoff reasons: one of them, or the sum of further ones. */
export interface ReasonLine {
  readonly text: string;
  /** The id of the reason where the text is its name. */
  readonly id: string | undefined;
  readonly handoffs: number;
  readonly isNew: boolean;
  /** The filter of its rows. */
  readonly filter: Changes;
}

export type ReasonNames = NonNullable<Place['handoffReasons']>;

/** The name of a reason: the one that the site has given it, else its id. */
export const reasonName = (id: string, names: ReasonNames): string =>
  names.find((reason) => reason.id === id)?.name ?? (id || words.none);

/** The names that the site has given to reasons. */
export const useReasonNames = (): ReasonNames => useServices().place?.handoffReasons ?? [];

interface ReasonLinesOptions {
  readonly names: ReasonNames;
  /** Default: all. */
  readonly max?: number;
}

/** The commonest reasons, at most `max`, and the others as one line: the sum of the lines is the number of handoffs. */
export function reasonLines(
  {
    handoffReasons,
    otherHandoffs,
  }: { readonly handoffReasons: readonly Reason[]; readonly otherHandoffs: number },
  { names, max = Number.POSITIVE_INFINITY }: ReasonLinesOptions,
): readonly ReasonLine[] {
  const shown = handoffReasons.slice(0, max);
  const others = handoffReasons.slice(max);
  const rest = others.reduce((sum, reason) => sum + reason.handoffs, otherHandoffs);
  const lines = shown.map(({ reason, handoffs, isNew }) => {
    const text = reasonName(reason, names);
    return {
      text,
      id: reason === '' || reason === text ? undefined : reason,
      handoffs,
      isNew: isNew === true,
      filter: reason ? { reason } : { handoff: 'none' },
    };
  });
  // An answer has 50 reasons: the number of those beyond is not known.
  const text = otherHandoffs > 0 ? words.others : words.otherCount(others.length);
  return rest > 0
    ? [
        ...lines,
        {
          text,
          id: undefined,
          handoffs: rest,
          isNew: false,
          filter: { other_reasons: String(shown.length) },
        },
      ]
    : lines;
}
