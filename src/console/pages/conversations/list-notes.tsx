import { countText } from '../../../base/figure-text.ts';
import { usePageAddress } from '../../page-address.ts';
import { LongerRange, Notice } from '../../parts/states.tsx';
import { useTimeText } from '../../use-time-text.ts';
import { conversationWords as words } from '../../words.ts';
import { activeFilters, readFilters } from './filters.ts';
import type { List } from './list-reader.ts';

/** Says that so many of a figure's conversations are shown, and why not all of them. */
export function Counted({ list }: { readonly list: List | undefined }) {
  const { query } = usePageAddress();
  if (!list?.counted) return null;
  const { note } = list.counted;
  const { channels, variant, inProgress } = readFilters(query);
  // The figure counts all channels and variants.
  const isNarrowed = channels.length > 0 || variant !== undefined || inProgress;
  const total = isNarrowed ? undefined : list.counted.total;
  return (
    <span class="hint" role="status">
      {words.counted(countText(list.pages.flat().length), total === undefined ? undefined : countText(total))}
      {note && ` · ${note}`}
    </span>
  );
}

/** Says what the list of those that ran consists of, and how far back it has been read. */
export function RanNote({ rest }: Pick<List, 'rest'>) {
  const timeText = useTimeText();
  const since = rest && rest.type !== 'counted' ? timeText(rest.window.to) : undefined;
  return <p class="hint list-note">{words.ranExplained(since)}</p>;
}

/** Says that there is none, and removes a filter. */
export function NoneFound() {
  const address = usePageAddress();
  const { query } = address;
  const active = activeFilters(query);
  return (
    <Notice text={active.length > 0 || readFilters(query).counted ? words.noneFiltered : words.none}>
      {active.map(([name, value]) => (
        <a
          key={name + value}
          class="button"
          href={address.with({ [name]: query.getAll(name).filter((other) => other !== value) })}
        >
          {words.remove(value)}
        </a>
      ))}
      <LongerRange />
    </Notice>
  );
}
