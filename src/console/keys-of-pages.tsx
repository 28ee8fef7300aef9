import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../ui/dialog.tsx';
import { actionOf, KEYS, type KeyAction, ownsKeys } from './keys.ts';
import { addressOfOther, type PageAddress } from './page-address.ts';
import { PAGES } from './pages.tsx';
import { moveRow } from './parts/data-table.tsx';
import { WORDS } from './words.ts';

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

function perform(action: KeyAction, address: PageAddress, showHelp: () => void): void {
  switch (action.type) {
    case 'search':
      return focus('[data-search]');
    case 'row':
      return moveRow(document.querySelector('.data-table'), action.by);
    case 'close':
      return press('[data-close]');
    case 'conversation':
      return press(`[data-${action.to}]`);
    case 'layers':
      return focus('.layers button');
    case 'play': {
      const audio = document.querySelector('audio');
      return void (audio?.paused ? audio.play() : audio?.pause());
    }
    case 'page': {
      const page = PAGES.find((it) => it.letter === action.letter);
      return page && address.go(addressOfOther(page.path, address.query));
    }
    case 'help':
      return showHelp();
    case 'await-page':
  }
}

/** The keys of all pages, and the list of them that `?` shows. */
export function Keys({ address }: { readonly address: PageAddress }) {
  const isShown = useSignal(false);
  useEffect(() => {
    let awaitsPage = false;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      const element = target instanceof Element ? target : null;
      if (ownsKeys(element) || (key === ' ' && element?.matches('a, button, summary'))) return;
      const action = actionOf(key, awaitsPage);
      awaitsPage = action?.type === 'await-page';
      if (!action) return;
      event.preventDefault();
      perform(action, address, () => {
        isShown.value = true;
      });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  if (!isShown.value) return null;
  const close = () => {
    isShown.value = false;
  };
  return (
    <Dialog title={WORDS.bar.keys} onClose={close}>
      <dl class="keys">
        {[...KEYS, ...PAGES.map((it) => [`g ${it.letter}`, it.title] as const)].map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-actions">
        <button type="button" onClick={close}>
          {WORDS.dialog.close}
        </button>
      </div>
    </Dialog>
  );
}
