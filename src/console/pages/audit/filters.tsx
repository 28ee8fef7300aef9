import { usePageAddress } from '../../page-address.ts';
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
      onSubmit={(event) => {
        event.preventDefault();
        change({ who: String(new FormData(event.currentTarget).get('who')).trim() || null });
      }}
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
        {offered.map(([operation, text]) => (
          <option key={operation} value={operation}>
            {text}
          </option>
        ))}
      </select>
    </form>
  );
}
