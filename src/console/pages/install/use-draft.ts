import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { WidgetConfig } from '../../../protocol/widget-config.ts';
import { usePageAddress } from '../../page-address.ts';
import { useServices } from '../../services.ts';
import { type Draft, draftChanges, draftIn, withText } from './branding.ts';

/** Browsers refuse an address that changes with every letter. */
const PAUSE_MS = 300;

interface DraftInAddress {
  readonly draft: Draft;
  /** Shows somebody else the same draft. */
  readonly link: string;
  set(key: string, text: string): void;
  discard(): void;
}

/** The draft of a branding. The address follows it, in place of the entry of the history. */
export function useDraft(base: WidgetConfig): DraftInAddress {
  const { clock } = useServices();
  const address = usePageAddress();
  const draft = useSignal(draftIn(address.query, base));
  const changes = draftChanges(address.query, draft.value);
  const wanted = address.with(changes);
  const isWritten = wanted === address.with({});
  useEffect(
    () => (isWritten ? undefined : clock.after(PAUSE_MS, () => address.change(changes, 'replace'))),
    [wanted, isWritten],
  );
  return {
    draft: draft.value,
    link: new URL(wanted, location.origin).href,
    set(key, text) {
      draft.value = withText(base, draft.value, key, text);
    },
    discard() {
      draft.value = {};
    },
  };
}
