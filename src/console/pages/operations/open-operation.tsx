import { useEffect, useRef } from 'preact/hooks';
import { usePageAddress } from '../../page-address.ts';
import { useShortcuts } from '../../use-shortcuts.ts';
import { WORDS } from '../../words.ts';
import type { DocumentedOperation } from './document.ts';
import { Prose } from './field-input.tsx';
import { OperationForm } from './operation-form.tsx';
import type { Entered } from './request.ts';

interface OpenOperationProps {
  readonly operation: DocumentedOperation;
  readonly entered: Entered;
  onEnter(entered: Entered): void;
}

/** An operation with its form. */
export function OpenOperation({ operation, entered, onEnter }: OpenOperationProps) {
  const { change } = usePageAddress();
  const title = useRef<HTMLHeadingElement>(null);
  const close = () => change({ op: null });
  useShortcuts({ close });
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <section class="operation" aria-labelledby="operation-title">
      <header class="section-head">
        <h2 id="operation-title" ref={title} tabindex={-1}>
          {operation.title}
        </h2>
        <button type="button" aria-label={WORDS.conversations.close} onClick={close}>
          ×
        </button>
      </header>
      <p>
        <code>
          <b>{operation.method}</b> /admin{operation.path}
        </code>
      </p>
      <p class="hint">
        <Prose text={`${operation.summary}. ${operation.description}`} />
      </p>
      <OperationForm operation={operation} entered={entered} onEnter={onEnter} />
    </section>
  );
}
