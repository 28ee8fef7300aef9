import type { Overview } from '../../answers.ts';
import { overviewWords as words } from '../../words.ts';
import { beforeText } from './card.tsx';

interface ReachProps {
  readonly overview: Overview;
  timeOf(time: string): string;
}

/** The range of the figures and the range they are compared with: since when they are known, and how both were rounded. */
export function Reach({ overview, timeOf }: ReachProps) {
  const { knownSince, from, to, previousFrom, previousTo } = overview;
  if (knownSince === undefined) return <p class="hint">{words.nothingKnown}</p>;
  const since = Date.parse(knownSince);
  const when = beforeText(overview);
  const compared = overview.previous
    ? words.compared(timeOf(previousFrom), timeOf(previousTo))
    : since > Date.parse(from)
      ? words.knownSince(timeOf(knownSince))
      : since > Date.parse(previousFrom)
        ? words.knownTooLate(timeOf(knownSince), when)
        : words.unlike(when);
  return (
    <p class="hint">
      {overview.isRounded && words.rounded(timeOf(from), timeOf(to))}
      {compared}
    </p>
  );
}
