import { useEffect, useRef } from 'preact/hooks';
import { hasWords } from '../../../base/openapi.ts';
import { usePageAddress } from '../../page-address.ts';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useShortcuts } from '../../use-shortcuts.ts';
import { conversationWords } from '../../words.ts';
import { type DocumentedOperation, operationsAnswer } from './document.ts';
import { Prose } from './field-input.tsx';
import { OperationForm } from './operation-form.tsx';
import { OperationList } from './operation-list.tsx';
import type { Entered } from './request.ts';
import { WORDS } from './words.ts';
import './page.css';

interface OpenOperationProps {
  readonly operation: DocumentedOperation;
  readonly entered: Entered;
  onEnter(entered: Entered): void;
}

/** An operation with its form. */
function OpenOperation({ operation, entered, onEnter }: OpenOperationProps) {
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
        <button type="button" aria-label={conversationWords.close} onClick={close}>
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

/** True if an operation has all words of a search. */
const matches = ({ title, tag, path, summary, fields }: DocumentedOperation, search: string) =>
  hasWords([title, tag, path, summary, ...fields.map(({ name }) => name)].join(' '), search);

/** All operations of the admin side, each with a form that is made from the OpenAPI document. */
export function OperationsPage() {
  const { calls } = useServices();
  const address = usePageAddress();
  const search = address.query.get('q') ?? '';
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ search: () => field.current?.focus() });
  /** Input by operation. Kept when switching operations. */
  const drafts = useRef(new Map<string, Entered>());
  const reading = useReading('openapi', (signal) =>
    calls.send('GET', '/openapi.json', undefined, { answer: operationsAnswer, signal }),
  );
  return (
    <div class="operations" data-open={address.query.has('op')}>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {(all) => {
          const open = all.find(({ id }) => id === address.query.get('op'));
          return (
            <>
              <div class="operation-list">
                <input
                  ref={field}
                  type="search"
                  aria-label={WORDS.filter}
                  placeholder={WORDS.filter}
                  value={search}
                  onInput={({ currentTarget: { value } }) => address.change({ q: value || null }, 'replace')}
                />
                <OperationList
                  operations={all.filter((operation) => matches(operation, search))}
                  open={open}
                />
              </div>
              {open ? (
                <OpenOperation
                  key={open.id}
                  operation={open}
                  entered={drafts.current.get(open.id) ?? {}}
                  onEnter={(entered) => drafts.current.set(open.id, entered)}
                />
              ) : (
                <Notice text={WORDS.choose} />
              )}
            </>
          );
        }}
      </RemoteView>
    </div>
  );
}
