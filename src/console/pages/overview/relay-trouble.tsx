import { countText } from '../../../base/figure-text.ts';
import type { Overview } from '../../answers.ts';
import { overviewWords as words } from '../../words.ts';

const KINDS = ['refusals', 'upstreamErrors'] as const;

/** Sentences about the faults of the relays in the range; nothing without any. */
export function RelayTrouble({ relays }: Pick<Overview, 'relays'>) {
  const sentences = KINDS.flatMap((kind) => {
    const count = relays?.totals?.[kind] ?? 0;
    return count > 0 ? words.relayTrouble[kind](countText(count)) : [];
  });
  if (sentences.length === 0) return null;
  return (
    <section>
      <h2>{words.relay}</h2>
      <ul class="facts-list">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
