import { useState } from 'preact/hooks';
import { WORDS } from '../words.ts';

/** Copies a text. */
export function CopyButton({
  text,
  label = WORDS.states.copy,
}: {
  readonly text: string;
  readonly label?: string;
}) {
  const [hasCopied, setCopied] = useState(false);
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        void navigator.clipboard.writeText(text);
        setCopied(true);
      }}
    >
      {hasCopied ? WORDS.states.copied : label}
    </button>
  );
}
