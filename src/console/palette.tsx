import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../ui/dialog.tsx';
import type { PageAddress } from './page-address.ts';
import { mayOpen, PAGES } from './page-list.ts';
import { entriesOf } from './palette-entries.ts';
import { useServices } from './services.ts';
import { WORDS } from './words.ts';
import './palette.css';

const { palette: words } = WORDS;

interface PaletteProps {
  readonly address: PageAddress;
  onClose(): void;
}

/** Opens pages, ranges and conversations by typing. */
export function Palette({ address, onClose }: PaletteProps) {
  const { session } = useServices();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const page = PAGES.find((page) => page.path === address.path);
  const entries = entriesOf(text, {
    address,
    places: PAGES.filter((page) => mayOpen(page, session.scopes)),
    hasRange: page !== undefined && !page.isWithoutRange,
  });
  const at = Math.min(chosen, entries.length - 1);

  useLayoutEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);

  function open(index: number): void {
    const entry = entries[index];
    if (!entry) return;
    onClose();
    address.go(entry.href);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) setChosen((at + by + entries.length) % entries.length);
    else if (event.key === 'Enter') open(at);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <input
        role="combobox"
        aria-label={words.title}
        aria-expanded="true"
        aria-controls="palette"
        aria-activedescendant={`palette-${at}`}
        placeholder={words.hint}
        autocomplete="off"
        maxLength={200}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id="palette" class="palette" role="listbox" aria-label={words.title}>
        {entries.map(({ title, href }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: see above.
          <div
            key={href + title}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => open(index)}
          >
            <bdi>{title}</bdi>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
