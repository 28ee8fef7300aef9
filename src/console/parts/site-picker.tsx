import type { ComponentChildren } from 'preact';
import { usePageAddress } from '../page-address.ts';
import { useServices } from '../services.ts';
import { WORDS } from '../words.ts';
import { Popover } from './popover.tsx';

/** Chooses the site that the pages are about. Without a choice there is none. */
export function SitePicker({ icon }: { readonly icon: ComponentChildren }) {
  const { session, site } = useServices();
  const { path, go, other } = usePageAddress();
  if (site === undefined || session.sites.length < 2) return null;
  return (
    <div class="site">
      <Popover
        label={WORDS.bar.site(site)}
        button={
          <>
            {icon}
            <bdi>{site}</bdi>
          </>
        }
        look="quiet"
      >
        {session.sites.map((offered) => (
          <button
            key={offered}
            type="button"
            aria-pressed={offered === site}
            // Drops filters and open rows of the earlier site.
            onClick={() => go(other(path, { site: offered }))}
          >
            {offered}
          </button>
        ))}
      </Popover>
    </div>
  );
}
