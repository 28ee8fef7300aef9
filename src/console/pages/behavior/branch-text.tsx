import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { parseBehavior } from '../../../behavior/index.ts';
import { usePageAddress } from '../../page-address.ts';
import { Refusal, RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useTimeText } from '../../use-time-text.ts';
import { WORDS } from '../../words.ts';
import { behaviorAnswer } from './answers.ts';
import { DRAFTS, type Draft, keepDraft } from './drafts.ts';
import { EDITOR_ID, Editor, showIssue } from './editor.tsx';
import { Issues } from './issues.tsx';
import { Previews } from './previews.tsx';
import { Review } from './review.tsx';
import { Tests } from './tests.tsx';
import { showLatestVersion, Versions } from './versions.tsx';
import { words } from './words.ts';

const FIRST_VERSIONS = 20;
const MOST_VERSIONS = 100;

const fieldOf = () => document.querySelector<HTMLTextAreaElement>(`#${EDITOR_ID}`);

interface TextProps {
  readonly branch: string;
  /** The text that the platform had when it was read. */
  readonly read: string;
  readonly isReadOnly: boolean;
  /** When it was saved here last, in milliseconds. */
  readonly savedAt: number | undefined;
  onSaved(): void;
}

/** The text with its changes that are not saved. */
function Text({ branch, read, isReadOnly, savedAt, onSaved }: TextProps) {
  const services = useServices();
  const { calls } = services;
  const drafts = services.kept(DRAFTS);
  const timeText = useTimeText();
  const address = usePageAddress();
  const draft: Draft = drafts.value.get(branch) ?? { base: read, text: read };
  const { base, text } = draft;
  const isChanged = text !== base;
  const behavior = useMemo(() => parseBehavior(text), [text]);
  /** The platform's text while the changes are reviewed. */
  const [current, setCurrent] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function review(): Promise<void> {
    setBusy(true);
    const now = await calls.call(
      'GET',
      '/behavior',
      { query: { branch_id: branch } },
      { answer: behaviorAnswer },
    );
    setBusy(false);
    setFailure(now.ok ? undefined : now.error.message);
    if (now.ok) setCurrent(now.value.behavior);
  }

  const mayReview = isChanged && text !== '' && !isReadOnly && !isBusy;
  // Before the first frame: keys are pressed as soon as the page is seen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (mayReview) void review();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return (
    <>
      <div class="behavior-edit">
        <Editor
          text={text}
          issues={behavior.issues}
          isReadOnly={isReadOnly}
          onText={(typed) => keepDraft(drafts, branch, { base, text: typed })}
        />
        <Issues issues={behavior.issues} onShow={(issue) => showIssue(fieldOf(), issue)} />
      </div>
      <Refusal text={failure} />
      {!isReadOnly && (
        <p class="controls">
          <button type="button" class="primary" disabled={!mayReview} onClick={() => void review()}>
            {words.review}
          </button>
          {isChanged && (
            <>
              <button type="button" onClick={() => keepDraft(drafts, branch, undefined)}>
                {words.discard}
              </button>
              <span class="tag warning">{text === '' ? words.notEmpty : words.unsaved}</span>
            </>
          )}
          {savedAt !== undefined && !isChanged && (
            <span role="status">
              {words.saved(branch, timeText(savedAt))}{' '}
              <button type="button" class="link" onClick={showLatestVersion}>
                {words.showChange}
              </button>
            </span>
          )}
        </p>
      )}
      {!isReadOnly && (
        <p class="hint">
          {words.trying} <a href={address.with({ chat: 'open' })}>{WORDS.pages.debugChat}</a>
        </p>
      )}
      {services.session.scopes.includes('write') && (
        <Tests draft={isChanged && !isReadOnly && text !== '' ? text : undefined} />
      )}
      <Previews behavior={behavior} />
      {current !== undefined && (
        <Review
          branch={branch}
          base={base}
          current={current}
          text={text}
          issues={behavior.issues}
          onClose={() => setCurrent(undefined)}
          onSaved={() => {
            setCurrent(undefined);
            keepDraft(drafts, branch, undefined);
            onSaved();
          }}
        />
      )}
    </>
  );
}

interface BranchTextProps {
  readonly branch: string;
  readonly isReadOnly: boolean;
}

/** The text of a branch, and what was saved of it. */
export function BranchText({ branch, isReadOnly }: BranchTextProps) {
  const { calls, clock, kept } = useServices();
  const drafts = kept(DRAFTS);
  const [limit, setLimit] = useState(FIRST_VERSIONS);
  const [savedAt, setSavedAt] = useState<number>();
  const query = { branch_id: branch };
  const reading = useReading(branch, (signal) =>
    calls.call('GET', '/behavior', { query }, { answer: behaviorAnswer, signal }),
  );
  const versions = useReading(`${branch} ${limit}`, (signal) =>
    calls.own('GET', '/behavior/versions', { query: { ...query, limit } }, signal),
  );
  const current = reading.remote.value.value?.behavior;
  const restore = (text: string) => {
    if (current === undefined) return;
    keepDraft(drafts, branch, { base: drafts.peek().get(branch)?.base ?? current, text });
    fieldOf()?.focus();
    fieldOf()?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ behavior }) => (
          <Text
            branch={branch}
            read={behavior}
            isReadOnly={isReadOnly}
            savedAt={savedAt}
            onSaved={() => {
              setSavedAt(clock.now());
              reading.reload();
              versions.reload();
            }}
          />
        )}
      </RemoteView>
      {current !== undefined && (
        <Versions
          reading={versions}
          current={current}
          onMore={() => setLimit(MOST_VERSIONS)}
          onRestore={isReadOnly ? undefined : restore}
        />
      )}
    </>
  );
}
