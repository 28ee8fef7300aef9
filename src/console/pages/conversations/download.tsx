import type { Separator } from '../../../base/csv.ts';
import { aboutSite, addressOf } from '../../calls.ts';
import { Popover } from '../../parts/popover.tsx';
import { useServices } from '../../services.ts';
import { WORDS } from '../../words.ts';
import type { Window } from './backwards.ts';
import { type Filters, queryOf } from './filters.ts';

const SEPARATORS = Object.entries(WORDS.conversations.separated) as [Separator, string][];

interface DownloadProps {
  readonly filters: Filters;
  readonly range: Window;
}

/** Saves all conversations of the list. The browser reads the file itself, so that it never is in the memory of the page. */
export function Download({ filters, range }: DownloadProps) {
  const { site } = useServices();
  const { limit, include_context_state, ...listed } = queryOf(filters, range);
  const query = { ...listed, ...filters.counted?.query, ran: filters.isRan || undefined };
  const hrefOf = (sep: Separator) =>
    aboutSite(`/admin/v1${addressOf('/conversations/export', { query: { ...query, sep } })}`, site);
  return (
    <Popover label={WORDS.table.csv} button={WORDS.table.csv} look="quiet">
      {SEPARATORS.map(([sep, name]) => (
        <a key={sep} class="button" href={hrefOf(sep)} download>
          {name}
        </a>
      ))}
    </Popover>
  );
}
