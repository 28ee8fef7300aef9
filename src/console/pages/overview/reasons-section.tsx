import { countText, NONE } from '../../../base/figure-text.ts';
import type { Overview } from '../../answers.ts';
import { reasonLines, useReasonNames } from '../../handoff-reasons.ts';
import type { Changes } from '../../page-address.ts';
import { overviewWords as words } from '../../words.ts';

const MAX_REASONS = 8;

interface ReasonsSectionProps {
  readonly overview: Overview;
  hrefOf(filters: Changes): string;
}

/** The most frequent handoff reasons, with links to their conversations. */
export function ReasonsSection({ overview, hrefOf }: ReasonsSectionProps) {
  const names = useReasonNames();
  return (
    <section>
      <h2>{words.reasons}</h2>
      {overview.handoffReasons.length === 0 ? (
        <p class="hint">{overview.knownSince === undefined ? NONE : words.noReasons}</p>
      ) : (
        <ul class="facts-list">
          {reasonLines(overview, { names, max: MAX_REASONS }).map(({ id, text, handoffs, isNew, filter }) => (
            <li key={id ?? text}>
              <span>
                <a title={id} href={hrefOf(filter)}>
                  <bdi>{text}</bdi>
                </a>{' '}
                {isNew && <span class="tag warning">{words.isNew}</span>}
              </span>
              <span>{countText(handoffs)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
