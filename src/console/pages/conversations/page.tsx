import { countText } from '../../../base/figure-text.ts';
import { type Row, rowPage } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ListAndPanel } from '../../parts/list-and-panel.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { Refusal, RemoteView } from '../../parts/states.tsx';
import { readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { WORDS, conversationWords as words } from '../../words.ts';
import { ColumnMenu } from './column-menu.tsx';
import { Download } from './download.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, queryOf, readFilters } from './filters.ts';
import { Counted, NoneFound, RanNote } from './list-notes.tsx';
import { ConversationPanel } from './panel.tsx';
import { useConversations } from './use-conversations.ts';
import './page.css';

/** The conversations in progress, of the same range as the list that their number leads to. */
function useRunning({ environment }: Filters) {
  const { calls, clock } = useServices();
  const { query } = usePageAddress();
  const inProgress = { ...readFilters(new URLSearchParams({ progress: 'yes' })), environment };
  return useReading(
    ['env', 'site', 'range', 'from', 'to'].map((name) => query.get(name)).join(),
    (signal) =>
      calls.call(
        'GET',
        '/conversations',
        { query: queryOf(inProgress, readRange(query, clock.now())) },
        { answer: rowPage, signal },
      ),
    30_000,
  );
}

const idOf = ({ id }: Row) => id;

/** The list of conversations, and beside it the one that is open. */
export function ConversationsPage() {
  const { filters, list, rows, columns, nameOf, hrefOf, open, unread, showMore, around } = useConversations();
  const running = useRunning(filters);
  const shown = list.remote.value.value;
  return (
    <ListAndPanel open={open} panel={<ConversationPanel id={open ?? ''} {...around} />}>
      <FilterBar rows={rows} running={running.remote.value.value}>
        <Counted list={shown} />
        <ColumnMenu all={columns.all} chosen={columns.chosen} />
        {shown && rows.length > 0 && <Download filters={filters} range={shown.range} />}
      </FilterBar>
      <RemoteView remote={list.remote.value} onRetry={list.reload}>
        {(read) => (
          <>
            {filters.isRan && <RanNote rest={read.rest} />}
            {rows.length === 0 && !read.rest ? (
              <NoneFound />
            ) : (
              <>
                {columns.isSorted && (
                  <p class="hint list-note">
                    {words.sorted(countText(rows.length), read.rest === undefined)}
                  </p>
                )}
                <DataTable
                  label={WORDS.pages.conversations}
                  columns={columns.chosen}
                  pages={columns.pages}
                  order={columns.order}
                  keyOf={idOf}
                  hrefOf={hrefOf}
                  nameOf={nameOf}
                  open={open}
                />
                <Refusal text={unread.value} />
                {read.rest && <ShowMore onMore={() => showMore(read)} />}
              </>
            )}
          </>
        )}
      </RemoteView>
    </ListAndPanel>
  );
}
