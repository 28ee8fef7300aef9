import { countText } from '../../../base/figure-text.ts';
import { type BehaviorIssue, MAX_ISSUES } from '../../../behavior/index.ts';
import { words } from './words.ts';

interface IssuesProps {
  readonly issues: readonly BehaviorIssue[];
  /** Shows the place of one in the text. */
  onShow(issue: BehaviorIssue): void;
}

/** The tags that are invalid, as one types. */
export function Issues({ issues, onShow }: IssuesProps) {
  const count = `${countText(issues.length)}${issues.length === MAX_ISSUES ? '+' : ''}`;
  return (
    <div class="issues" id="behavior-issues">
      <p role="status" class={issues.length > 0 ? 'tag warning' : 'tag ok'}>
        {issues.length === 0 ? words.noIssues : words.issues(issues.length, count)}
      </p>
      {issues.length > 0 && (
        <>
          <p class="hint">{words.issueMeans}</p>
          <ul class="issue-list">
            {issues.map((issue) => (
              <li key={`${issue.line}:${issue.column}:${issue.code}`}>
                <button type="button" class="quiet" onClick={() => onShow(issue)}>
                  <span class="issue-place">{words.line(issue.line)}</span> {issue.message}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
