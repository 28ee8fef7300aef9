import { useSignal } from '@preact/signals';
import { WORDS } from '../words.ts';

/** Copies a text. */
export function CopyButton({ text }: { readonly text: string }) {
  const hasCopied = useSignal(false);
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        void navigator.clipboard.writeText(text);
        hasCopied.value = true;
      }}
    >
      {hasCopied.value ? WORDS.states.copied : WORDS.states.copy}
    </button>
  );
}
