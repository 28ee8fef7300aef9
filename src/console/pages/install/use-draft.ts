import { useEffect, useState } from 'preact/hooks';
import type { WidgetConfig } from '../../../protocol/widget-config.ts';
import { usePageAddress } from '../../page-address.ts';
import { useServices } from '../../services.ts';
import { draftChanges, draftIn } from './branding.ts';

/** Browsers refuse an address that changes with every letter. */
const PAUSE_MS = 300;

/** The draft of a branding. The address follows it; `link` shows somebody else the same draft. */
export function useDraft(base: WidgetConfig) {
  const { clock } = useServices();
  const address = usePageAddress();
  const [draft, setDraft] = useState(() => draftIn(address.query, base));
  const changes = draftChanges(address.query, draft);
  const wanted = address.with(changes);
  const isWritten = wanted === address.with({});
  useEffect(
    () => (isWritten ? undefined : clock.after(PAUSE_MS, () => address.change(changes, 'replace'))),
    [wanted, isWritten],
  );
  return { draft, setDraft, link: new URL(wanted, location.origin).href };
}
