import { NONE } from '../../../base/figure-text.ts';
import { usePageAddress } from '../../page-address.ts';
import { Time } from '../../parts/time.tsx';
import type { AuditEntry } from './audit-entry.ts';
import { type Fold, sentenceOf, wayOf } from './sentences.ts';
import { words } from './words.ts';

function Outcome({ of: { outcome } }: { readonly of: AuditEntry }) {
  const isRefused = typeof outcome === 'string' || (outcome ?? 0) >= 400;
  return <bdi class={`tag ${isRefused ? 'warning' : 'ok'}`}>{outcome ?? NONE}</bdi>;
}

/** `ada placed a call to **********12`, with links to what it names. */
export function Row({ fold: { entries } }: { readonly fold: Fold }) {
  const address = usePageAddress();
  const [newest] = entries;
  const oldest = entries.at(-1);
  const { did, subject } = sentenceOf(newest);
  const { who } = newest;
  const way = wayOf(newest);
  return (
    <tr>
      <td>
        <Time iso={newest.time} />
      </td>
      <td>
        {who === undefined ? (
          NONE
        ) : (
          <a class="cell-filter" href={address.with({ who })} aria-label={words.only(who)}>
            <bdi>{who}</bdi>
          </a>
        )}{' '}
        {did}{' '}
        {subject &&
          (subject.page === undefined ? (
            <bdi>{subject.text}</bdi>
          ) : (
            <a href={address.other(subject.page.path, subject.page.changes)}>
              <bdi>{subject.text}</bdi>
            </a>
          ))}
        {oldest && oldest !== newest && (
          <span class="hint">
            {' '}
            {words.times(entries.length)} <Time iso={oldest.time} />
          </span>
        )}
        {way && <span class="hint"> {way}</span>}
      </td>
      <td>
        <Outcome of={newest} />
      </td>
      <td class="audit-client">
        <bdi>{newest.client ?? NONE}</bdi>
      </td>
      <td class="audit-request">
        <code>{newest.requestId ?? NONE}</code>
      </td>
    </tr>
  );
}
