import { CopyButton } from '../../parts/copy-button.tsx';

/** A text that is copied as it is. */
export function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure class="install-code" aria-label={label}>
      <pre dir="ltr">
        <code>{text}</code>
      </pre>
      {/* Anew for another text, which has not been copied. */}
      <CopyButton key={text} text={text} />
    </figure>
  );
}
