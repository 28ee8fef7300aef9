import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageAddress } from './page-address.ts';
import { PAGES } from './page-list.ts';
import { Palette } from './palette.tsx';
import { ClosedDialog } from './parts/closed-dialog.tsx';
import { Fact } from './parts/fact.tsx';
import { useServices } from './services.ts';
import { actionOf, type KeyAction, ownsKeys, SHORTCUTS } from './shortcuts.ts';
import { WORDS } from './words.ts';

/** The keys of all pages, and the list of them that `?` shows. */
export function Shortcuts({ address }: { readonly address: PageAddress }) {
  const { shortcuts } = useServices();
  const [shown, setShown] = useState<'keys' | 'palette'>();
  const awaitsPage = useRef(false);

  /** Does what a key means. Returns false if it means nothing here. */
  function perform(action: KeyAction): boolean {
    switch (action.type) {
      case 'on-page': {
        const act = [...shortcuts].findLast((keys) => keys[action.key])?.[action.key];
        act?.();
        return act !== undefined;
      }
      case 'page': {
        const page = PAGES.find((page) => page.letter === action.letter);
        if (page) address.go(address.other(page.path));
        return page !== undefined;
      }
      case 'help':
        setShown('keys');
        return true;
      case 'await-page':
        return true;
    }
  }

  // Before the first frame: keys are pressed as soon as the page is seen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key === 'k' && (ctrlKey || metaKey) && !altKey) {
        event.preventDefault();
        setShown('palette');
        return;
      }
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      const element = target instanceof Element ? target : null;
      if (ownsKeys(element) || (key === ' ' && element?.matches('a, button, summary'))) return;
      const action = actionOf(key, awaitsPage.current);
      awaitsPage.current = action?.type === 'await-page';
      if (action && perform(action)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  const close = () => setShown(undefined);
  if (shown === undefined) return null;
  if (shown === 'palette') return <Palette address={address} onClose={close} />;
  return (
    <ClosedDialog title={WORDS.bar.keys} onClose={close}>
      <dl class="keys">
        {[...SHORTCUTS, ...PAGES.map((page) => [`g ${page.letter}`, page.title] as const)].map(
          ([key, what]) => (
            <Fact key={key} name={<kbd>{key}</kbd>}>
              {what}
            </Fact>
          ),
        )}
      </dl>
    </ClosedDialog>
  );
}
