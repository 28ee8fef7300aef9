import { usePageAddress } from '../../page-address.ts';
import { AdminKeys } from './admin-keys.tsx';
import { Entries } from './entries.tsx';
import { words } from './words.ts';
import './page.css';

const VIEWS = ['changes', 'reads', 'keys'] as const;

/** The audit: actions of operators through the relays, and the admin keys. */
export function AuditPage() {
  const address = usePageAddress();
  const view = VIEWS.find((name) => name === address.query.get('view')) ?? 'changes';
  return (
    <div class="audit">
      <nav class="audit-views" aria-label={words.views}>
        {VIEWS.map((name) => (
          <a
            key={name}
            class="chip"
            href={address.with({ view: name === 'changes' ? null : name })}
            aria-current={name === view ? 'true' : undefined}
          >
            {words[name]}
          </a>
        ))}
      </nav>
      {view === 'keys' ? <AdminKeys /> : <Entries key={view} isReads={view === 'reads'} />}
    </div>
  );
}
