import { CopyButton } from './copy-button.tsx';
import './code.css';

/** A text that is copied as it is. */
export function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure class="code-block" aria-label={label}>
      <pre dir="ltr">
        <code>{text}</code>
      </pre>
      {/* The key resets "Copied" for another text. */}
      <CopyButton key={text} text={text} />
    </figure>
  );
}
