import { useMemo, useRef } from 'preact/hooks';
import type { BehaviorIssue } from '../../../behavior/index.ts';
import { closingTag } from './completion.ts';
import { offsetOf, tokenLines } from './tokens.ts';
import { words } from './words.ts';
import './editor.css';

/** Highlighting a longer text would make typing slow. */
const MAX_HIGHLIGHTED = 100_000;

/** Types a text in a field so that the browser can undo it. */
function type(field: HTMLTextAreaElement, text: string): void {
  // Deprecated without a successor: everything else empties the history of the field.
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

interface EditorProps {
  readonly text: string;
  readonly issues: readonly BehaviorIssue[];
  readonly isReadOnly: boolean;
  onText(text: string): void;
}

/** The place of an issue in the text. */
export function showIssue(field: HTMLTextAreaElement | null, { line, column }: BehaviorIssue): void {
  if (!field) return;
  const start = offsetOf(field.value, line, column);
  const end = field.value.indexOf('>', start) + 1 || start + 1;
  field.focus();
  field.setSelectionRange(start, end);
  field.parentElement?.querySelectorAll('.editor-line')[line - 1]?.scrollIntoView({ block: 'nearest' });
}

export const EDITOR_ID = 'behavior-text';

/**
 * A field over a coloured copy of its text with line numbers. Both break their lines at the same places, because
 * they have the same letters and the same width.
 */
export function Editor({ text, issues, isReadOnly, onText }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isHighlighted = text.length <= MAX_HIGHLIGHTED;
  const lines = useMemo(
    () =>
      isHighlighted
        ? tokenLines(text, issues)
        : text.split('\n').map((line) => [{ kind: 'text' as const, text: line }]),
    [text, issues, isHighlighted],
  );
  return (
    <div class="editor" data-read-only={isReadOnly}>
      <div class="editor-text" aria-hidden="true" dir="auto">
        {lines.map((tokens, index) => (
          <div key={index} class="editor-line">
            {tokens.map((token, at) =>
              token.kind === 'text' ? (
                token.text
              ) : (
                <span key={at} class={`token-${token.kind}`}>
                  {token.text}
                </span>
              ),
            )}
          </div>
        ))}
      </div>
      <textarea
        ref={field}
        id={EDITOR_ID}
        aria-label={words.text}
        aria-describedby="behavior-issues"
        dir="auto"
        spellcheck={false}
        autocapitalize="off"
        readOnly={isReadOnly}
        value={text}
        onInput={({ currentTarget, inputType, data }) => {
          onText(currentTarget.value);
          const rest =
            inputType === 'insertText' && data === '/'
              ? closingTag(currentTarget.value, currentTarget.selectionStart)
              : undefined;
          if (rest !== undefined) type(currentTarget, rest);
        }}
      />
    </div>
  );
}
