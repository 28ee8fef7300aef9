import { rowPage } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { type Filters, queryOf, readFilters } from './filters.ts';

/** The conversations in progress, of the same range as the list that their number leads to. */
export function useRunning({ environment }: Filters) {
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
