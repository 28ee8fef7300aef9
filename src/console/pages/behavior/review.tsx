import type { Behavior } from '../../../behavior/index.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useServices } from '../../services.ts';
import { SUITE_TEXT } from './tests/suite-text.ts';
import { ReviewTests } from './tests.tsx';
import { TextDiff } from './text-diff.tsx';
import { words } from './words.ts';

interface ReviewProps {
  readonly branch: string;
  /** The text that the changes began with. */
  readonly base: string;
  /** The text that the platform has now. */
  readonly current: string;
  readonly text: string;
  readonly issues: Behavior['issues'];
  onSaved(): void;
  onClose(): void;
}

/** The changes of a save, with a warning if it would undo somebody else's. */
export function Review({ branch, base, current, text, issues, onSaved, onClose }: ReviewProps) {
  const { calls, kept } = useServices();
  const suiteText = kept(SUITE_TEXT);
  return (
    <DialogForm
      title={words.reviewOf(branch)}
      action={words.saveTo(branch)}
      isDanger={current !== base}
      isWide
      onClose={onClose}
      onDone={onSaved}
      onSubmit={() =>
        calls.call('PATCH', '/behavior', {
          query: { branch_id: branch },
          body: { behavior: text, replaces: current },
        })
      }
    >
      {current !== base && (
        <div class="failed stack changed-elsewhere" role="alert">
          <p>{words.changedElsewhere}</p>
          <details>
            <summary>{words.showElsewhere}</summary>
            <TextDiff label={words.showElsewhere} before={base} after={current} />
          </details>
        </div>
      )}
      {issues.length > 0 && <p class="tag warning">{words.issues(issues.length, String(issues.length))}</p>}
      <TextDiff label={words.changes} before={current} after={text} />
      {suiteText.value.trim() !== '' && (
        <section aria-label={words.tests}>
          <ReviewTests draft={text} />
        </section>
      )}
    </DialogForm>
  );
}
