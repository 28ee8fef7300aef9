import { useMemo, useState } from 'preact/hooks';
import { ShowMore } from '../../parts/show-more.tsx';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import type { Reading } from '../../remote.ts';
import type { Version } from './answers.ts';
import { countOf, differences } from './differences.ts';
import { TextDiff } from './text-diff.tsx';
import { words } from './words.ts';

interface VersionItemProps {
  readonly version: Version;
  readonly before: Version | undefined;
  readonly isCurrent: boolean;
  onRestore: ((text: string) => void) | undefined;
}

/** Number of changed lines since the previous version. */
function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  const hunks = useMemo(() => differences(before, after), [before, after]);
  const { added, removed } = countOf(hunks ?? []);
  return <span class="hint">{hunks ? words.lines(added, removed) : words.nearlyAll}</span>;
}

function VersionItem({ version, before, isCurrent, onRestore }: VersionItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { time, who, kind, behavior } = version;
  return (
    <details class="version" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Time iso={time} /> <bdi>{kind === 'found' ? words.found : who}</bdi>{' '}
        {isCurrent && <span class="tag info">{words.current}</span>}{' '}
        {behavior !== undefined && before?.behavior !== undefined && (
          <Changes before={before.behavior} after={behavior} />
        )}
      </summary>
      {isOpen && (
        <div class="version-text">
          {behavior === undefined ? (
            <p class="hint">{words.tooLong}</p>
          ) : before?.behavior === undefined ? (
            <pre class="version-whole" tabindex={0} dir="auto">
              {behavior}
            </pre>
          ) : (
            <TextDiff label={words.changes} before={before.behavior} after={behavior} />
          )}
          {behavior !== undefined && onRestore && !isCurrent && (
            <button type="button" onClick={() => onRestore(behavior)}>
              {words.restore}
            </button>
          )}
        </div>
      )}
    </details>
  );
}

/** Opens the newest version of the history. */
export function showLatestVersion(): void {
  const version = document.querySelector<HTMLDetailsElement>('.version');
  if (!version) return;
  version.open = true;
  version.querySelector('summary')?.focus();
  version.scrollIntoView({ block: 'nearest' });
}

interface VersionsProps {
  readonly reading: Reading<{ readonly versions: readonly Version[]; readonly cursor: string | undefined }>;
  /** The text that the branch has now. */
  readonly current: string | undefined;
  onMore(): void;
  onRestore: ((text: string) => void) | undefined;
}

/** The texts that were saved through the relays. */
export function Versions({ reading, current, onMore, onRestore }: VersionsProps) {
  return (
    <section>
      <h2>{words.history}</h2>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ versions, cursor }) =>
          versions.length === 0 ? (
            <Notice text={words.noHistory} />
          ) : (
            <>
              {versions.map((version, index) => (
                <VersionItem
                  key={`${version.time} ${version.kind}`}
                  version={version}
                  before={versions[index + 1]}
                  isCurrent={index === 0 && version.behavior === current}
                  onRestore={onRestore}
                />
              ))}
              {cursor !== undefined && <ShowMore onMore={onMore} />}
            </>
          )
        }
      </RemoteView>
    </section>
  );
}
