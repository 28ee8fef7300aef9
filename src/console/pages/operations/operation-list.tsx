import { usePageAddress } from '../../page-address.ts';
import { useRowKeys } from '../../parts/data-table.tsx';
import { Notice } from '../../parts/states.tsx';
import { useReturningFocus } from '../../parts/use-returning-focus.ts';
import { useServices } from '../../services.ts';
import type { DocumentedOperation } from './document.ts';
import { WORDS } from './words.ts';

interface OperationListProps {
  readonly operations: readonly DocumentedOperation[];
  readonly open: DocumentedOperation | undefined;
}

/** The operations by the sections of the reference. */
export function OperationList({ operations, open }: OperationListProps) {
  const { session } = useServices();
  const address = usePageAddress();
  const root = useReturningFocus(open?.id);
  useRowKeys(root);

  if (operations.length === 0) return <Notice text={WORDS.none} />;
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <div ref={root}>
      {tags.map((tag) => (
        <section key={tag} aria-label={tag}>
          <h2>{tag}</h2>
          <ul>
            {operations
              .filter((operation) => operation.tag === tag)
              .map(({ id, title, scopes }) => (
                <li key={id} class="operation-row" aria-current={id === open?.id}>
                  <a data-row={id} href={address.with({ op: id })}>
                    {title}
                  </a>
                  {!scopes.some((scope) => session.scopes.includes(scope)) && (
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
