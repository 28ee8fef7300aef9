import { useMemo } from 'preact/hooks';
import { differences, type Line } from './differences.ts';
import { words } from './words.ts';
import './text-diff.css';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

function DiffLine({ line: { kind, parts } }: { readonly line: Line }) {
  const Changed = kind === 'added' ? 'ins' : 'del';
  return (
    <div class="diff-line" data-kind={kind}>
      <span class="diff-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      {kind !== 'same' && <span class="visually-hidden">{words.lineWas[kind]} </span>}
      <span dir="auto">
        {parts.map((part, index) =>
          part.isChanged ? <Changed key={index}>{part.text}</Changed> : part.text,
        )}
      </span>
    </div>
  );
}

interface TextDiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** The changes from one text to another. */
export function TextDiff({ label, before, after }: TextDiffProps) {
  const hunks = useMemo(() => differences(before, after), [before, after]);
  if (!hunks) return <p class="hint">{words.nearlyAll}</p>;
  if (hunks.length === 0) return <p class="hint">{words.noDifference}</p>;
  return (
    <section class="diff" aria-label={label} tabindex={0}>
      {hunks.map(({ line, lines }) => (
        <div key={line} class="diff-hunk">
          <p class="diff-place">{words.line(line)}</p>
          {lines.map((line, index) => (
            <DiffLine key={index} line={line} />
          ))}
        </div>
      ))}
    </section>
  );
}
