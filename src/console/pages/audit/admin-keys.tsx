import { useState } from 'preact/hooks';
import type { OwnAnswerOf } from '../../calls.ts';
import { usePageAddress } from '../../page-address.ts';
import { CsvButton } from '../../parts/csv-button.tsx';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { Time } from '../../parts/time.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { NewKeyDialog } from './new-key.tsx';
import { words } from './words.ts';

type Key = OwnAnswerOf<'GET', '/keys'>['keys'][number];

const ALL = Object.keys(words.scopes);

const boundText = ({ boundTo }: Key) => boundTo?.join(', ') ?? words.unbound;

/** A key that ends within this time needs a successor. */
const SOON_MS = 14 * 86_400_000;

/** The last day of a key as its entry spells it. It ends with that day, in UTC. */
const lastDay = ({ expiresAt }: Key): string | undefined =>
  expiresAt && new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10);

function Expiry({ of, now }: { readonly of: Key; readonly now: number }) {
  const day = lastDay(of);
  if (day === undefined || of.expiresAt === undefined) return <span class="hint">{words.unexpiring}</span>;
  const leftMs = Date.parse(of.expiresAt) - now;
  return (
    <>
      <time dateTime={day}>{day}</time>{' '}
      {leftMs < SOON_MS && <span class="tag warning">{leftMs <= 0 ? words.expired : words.expiresSoon}</span>}
    </>
  );
}

const rowsOf = (keys: readonly Key[]) => [
  Object.values(words.keyColumns),
  ...keys.map((key) => [key.name, key.scopes.join(' '), boundText(key), lastDay(key), key.lastUsedAt]),
];

/** The admin keys of the configuration, with their rights and their last use. */
export function AdminKeys() {
  const { calls, clock, session } = useServices();
  const [isMaking, setMaking] = useState(false);
  const address = usePageAddress();
  const reading = useReading('keys', (signal) => calls.own('GET', '/keys', {}, signal));
  const mayMake = ALL.every((needed) => session.scopes.some((scope) => scope === needed));
  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {({ keys }) =>
        keys.length === 0 ? (
          <Notice text={words.noKeys} />
        ) : (
          <>
            {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
            <p class="page-action">
              {mayMake && (
                <button type="button" onClick={() => setMaking(true)}>
                  {words.makeKey}
                </button>
              )}
              <CsvButton name="keys" rows={() => rowsOf(keys)} />
            </p>
            <table class="rules audit-table" aria-label={words.keys}>
              <TableHead titles={Object.values(words.keyColumns)} />
              <tbody>
                {keys.map((key, index) => (
                  <tr key={index}>
                    <td>
                      <a href={address.with({ view: null, who: key.name })} aria-label={words.only(key.name)}>
                        <bdi>{key.name}</bdi>
                      </a>
                    </td>
                    <td>
                      {key.scopes.map((scope) => (
                        <span key={scope} class="tag">
                          {scope}
                        </span>
                      ))}
                    </td>
                    <td>
                      <bdi>{boundText(key)}</bdi>
                    </td>
                    <td>
                      <Expiry of={key} now={clock.now()} />
                    </td>
                    <td>
                      {key.lastUsedAt ? (
                        <Time iso={key.lastUsedAt} />
                      ) : (
                        <span class="hint">{words.unused}</span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p class="hint audit-note">{words.keysNote}</p>
          </>
        )
      }
    </RemoteView>
  );
}
