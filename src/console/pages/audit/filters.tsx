import { usePageAddress } from '../../page-address.ts';
import { Options } from '../../parts/options.tsx';
import { withFields } from '../../parts/with-fields.ts';
import { words } from './words.ts';

const OPERATIONS = Object.entries(words.did);

/** Fields for the name and the operation whose records are shown. */
export function Filters({ isReads }: { readonly isReads: boolean }) {
  const { query, change } = usePageAddress();
  const asked = query.get('operation') ?? '';
  // As the relay lists them: what reads begins with one of these.
  const isRead = (operation: string) => /^(?:get|list|lint|preview)/.test(operation);
  const offered = OPERATIONS.filter(([operation]) => isRead(operation) === isReads || operation === asked);
  const isKnown = offered.some(([operation]) => operation === asked);
  return (
    <form
      class="audit-filters"
      onSubmit={withFields((fields) => change({ who: String(fields.get('who')).trim() || null }))}
    >
      <input
        key={query.get('who')}
        type="search"
        name="who"
        aria-label={words.who}
        placeholder={words.who}
        maxLength={128}
        defaultValue={query.get('who') ?? ''}
        onChange={({ currentTarget }) => change({ who: currentTarget.value.trim() || null })}
      />
      <select
        aria-label={words.operation}
        data-set={asked !== ''}
        value={asked}
        onChange={({ currentTarget }) => change({ operation: currentTarget.value || null })}
      >
        <option value="">
          {words.operation}: {words.anything}
        </option>
        {!isKnown && asked !== '' && <option value={asked}>{asked}</option>}
        <Options titles={Object.fromEntries(offered)} />
      </select>
    </form>
  );
}
