import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { findSensitive, type Sensitive } from '../../base/sensitive.ts';
import { useWidget } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';
import { guardOf } from '../elements/guard.ts';
import type { Catalogue } from '../locales/translations/strings.ts';

const WARNINGS: Record<Sensitive['kind'], keyof Catalogue> = {
  card: 'guardCard',
  iban: 'guardIban',
  secret: 'guardSecret',
};

/** `text` without these parts and the blanks around them. */
function without(text: string, parts: readonly Sensitive[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of parts) {
    rest += text.slice(from, start).trimEnd();
    from = end;
  }
  return (rest + text.slice(from)).trim();
}

/**
 * Warns of a card number, an account number or a password in a text, by default the draft. The form beside it is sent only if the
 * visitor insists.
 */
export function SensitiveWarning({ text }: { readonly text?: Signal<string> | undefined }) {
  const { config, options, strings, ui } = useWidget();
  const texts = strings.value;
  const strip = useRef<HTMLDivElement>(null);
  /** The draft that the visitor wants to send nevertheless. */
  const insisted = useSignal('');
  const written = text ?? ui.draft;
  const draft = written.value;
  const found =
    guardOf(options, config.value) === 'warn' && draft !== insisted.value ? findSensitive(draft) : [];
  const [first] = found;
  const warning = first && texts[WARNINGS[first.kind]];
  const form = () => strip.current?.parentElement?.querySelector('form');

  useLayoutEffect(() => {
    if (!warning) return;
    announce(ui, warning);
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      announce(ui, warning);
    };
    const place = strip.current?.parentElement;
    // In the capture phase, before the composer's handler.
    place?.addEventListener('submit', refuse, { capture: true });
    return () => place?.removeEventListener('submit', refuse, { capture: true });
  }, [warning, ui]);

  function insist(): void {
    const composer = form();
    insisted.value = draft;
    // After the warning was removed.
    queueMicrotask(() => composer?.requestSubmit());
  }

  function remove(): void {
    form()?.querySelector('textarea')?.focus();
    written.value = without(draft, found);
  }

  return warning ? (
    <div class="sensitive" ref={strip}>
      <p>{warning}</p>
      <button type="button" class="small-button" onClick={remove}>
        {texts.removeSecret}
      </button>
      <button type="button" class="small-button" onClick={insist}>
        {texts.sendAnyway}
      </button>
    </div>
  ) : null;
}
