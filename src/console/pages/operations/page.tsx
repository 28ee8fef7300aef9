import { useEffect, useRef } from 'preact/hooks';
import { hasWords } from '../../../base/openapi.ts';
import { usePageAddress } from '../../page-address.ts';
import { usePageKeys } from '../../page-keys.ts';
import { useRowKeys } from '../../parts/data-table.tsx';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { WORDS as ALL } from '../../words.ts';
import { type Operation, operationsAnswer } from './document.ts';
import { Prose } from './field-input.tsx';
import { OperationForm } from './operation-form.tsx';
import type { Entered } from './request.ts';
import { WORDS } from './words.ts';
import './page.css';

/** Whether an operation has all words of a search. */
const matches = ({ title, tag, path, summary, fields }: Operation, search: string) =>
  hasWords([title, tag, path, summary, ...fields.map(({ name }) => name)].join(' '), search);

interface ListProps {
  readonly operations: readonly Operation[];
  readonly open: Operation | undefined;
}

/** The operations by the sections of the reference. */
function List({ operations, open }: ListProps) {
  const { session } = useServices();
  const address = usePageAddress();
  const root = useRef<HTMLDivElement>(null);
  useRowKeys(root);

  // The focus returns to the row whose form has been closed.
  const opened = useRef(open?.id);
  useEffect(() => {
    const closed = opened.current;
    opened.current = open?.id;
    if (open === undefined && closed !== undefined)
      root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)?.focus();
  }, [open]);

  if (operations.length === 0) return <Notice text={WORDS.none} />;
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <div ref={root}>
      {tags.map((tag) => (
        <section key={tag} aria-label={tag}>
          <h2>{tag}</h2>
          <ul>
            {operations
              .filter((it) => it.tag === tag)
              .map(({ id, title, scopes }) => (
                <li key={id} class="operation-row" aria-current={id === open?.id}>
                  <a data-row={id} href={address.with({ op: id })}>
                    {title}
                  </a>
                  {!scopes.some((it) => session.scopes.includes(it)) && (
                    <span class="tag">{WORDS.needs(scopes)}</span>
                  )}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface OpenOperationProps {
  readonly operation: Operation;
  readonly entered: Entered;
  onEnter(entered: Entered): void;
}

function OpenOperation({ operation, entered, onEnter }: OpenOperationProps) {
  const { change } = usePageAddress();
  const title = useRef<HTMLHeadingElement>(null);
  const close = () => change({ op: null });
  usePageKeys({ close });
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <section class="operation" aria-labelledby="operation-title">
      <header class="section-head">
        <h2 id="operation-title" ref={title} tabindex={-1}>
          {operation.title}
        </h2>
        <button type="button" aria-label={ALL.conversations.close} onClick={close}>
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

/** All operations of the admin side, each with a form that is made from the OpenAPI document. */
export function OperationsPage() {
  const { calls, clock } = useServices();
  const address = usePageAddress();
  const search = address.query.get('q') ?? '';
  const field = useRef<HTMLInputElement>(null);
  usePageKeys({ search: () => field.current?.focus() });
  /** What was entered, by operation: who looks at another one in between goes on where they were. */
  const drafts = useRef(new Map<string, Entered>());
  const reading = useReading(
    'openapi',
    (signal) => calls.send('GET', '/openapi.json', undefined, { answer: operationsAnswer, signal }),
    { clock },
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
                <List operations={all.filter((it) => matches(it, search))} open={open} />
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
