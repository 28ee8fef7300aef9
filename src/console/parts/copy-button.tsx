import { useSignal } from '@preact/signals';
import { WORDS } from '../words.ts';

/** Copies a text. */
export function CopyButton({
  text,
  label = WORDS.states.copy,
}: {
  readonly text: string;
  readonly label?: string;
}) {
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
      {hasCopied.value ? WORDS.states.copied : label}
    </button>
  );
}
