import { usePageAddress } from '../../page-address.ts';
import { Entries } from './entries.tsx';
import { Keys } from './keys.tsx';
import { words } from './words.ts';
import './page.css';

const VIEWS = ['changes', 'reads', 'keys'] as const;

/** Who did what through the relays, and the keys with which they may. */
export function AuditPage() {
  const address = usePageAddress();
  const view = VIEWS.find((it) => it === address.query.get('view')) ?? 'changes';
  return (
    <div class="audit">
      <nav class="audit-views" aria-label={words.views}>
        {VIEWS.map((it) => (
          <a
            key={it}
            class="chip"
            href={address.with({ view: it === 'changes' ? null : it })}
            aria-current={it === view ? 'true' : undefined}
          >
            {words[it]}
          </a>
        ))}
      </nav>
      {view === 'keys' ? <Keys /> : <Entries key={view} isReads={view === 'reads'} />}
    </div>
  );
}
