import { useId } from 'preact/hooks';
import { usePageAddress } from '../../page-address.ts';
import { closePopover, Popover } from '../../parts/popover.tsx';
import { RemoteView } from '../../parts/states.tsx';
import { withFields } from '../../parts/with-fields.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { BranchText } from './branch-text.tsx';
import { words } from './words.ts';

interface BranchPickerProps {
  readonly branch: string;
  readonly branches: readonly { readonly id: string; readonly isReadOnly: boolean | undefined }[];
}

/** The branches that the relay knows. Another one is entered: the platform lists none. */
function BranchPicker({ branch, branches }: BranchPickerProps) {
  const { change } = usePageAddress();
  const id = useId();
  return (
    <Popover label={`${words.branch}: ${branch}`} button={<bdi>{branch}</bdi>} look="select">
      {branches.map(({ id: offered, isReadOnly }) => (
        <button
          key={offered}
          type="button"
          aria-pressed={offered === branch}
          onClick={() => change({ branch: offered })}
        >
          <bdi>{offered}</bdi>
          {isReadOnly && <span class="hint"> {words.readOnly}</span>}
        </button>
      ))}
      <form
        onSubmit={withFields((fields, form) => {
          closePopover(form);
          change({ branch: String(fields.get('branch')).trim() });
        })}
      >
        <label for={id}>{words.otherBranch}</label>
        <input id={id} name="branch" required maxLength={128} autocomplete="off" />
        <button type="submit">{words.openBranch}</button>
      </form>
    </Popover>
  );
}

/** */
const MAIN_BRANCH = 'main';

interface BranchesProps {
  readonly mayWrite: boolean;
  /** Opens the debug chat; undefined: it is open, or not allowed. */
  readonly chatHref: string | undefined;
}

/** The text of a branch that one chooses. */
export function Branches({ mayWrite, chatHref }: BranchesProps) {
  const { calls } = useServices();
  const { query } = usePageAddress();
  const reading = useReading('branches', (signal) => calls.own('GET', '/branches', {}, signal));
  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {({ branches }) => {
        const branch =
          query.get('branch') || (branches.find((branch) => branch.isConfigured)?.id ?? MAIN_BRANCH);
        const isMain = branch === MAIN_BRANCH;
        return (
          <>
            <p class="controls behavior-head">
              <span aria-hidden="true">{words.branch}</span>
              <BranchPicker branch={branch} branches={branches} />
              {isMain ? (
                <span class="hint">{words.mainIsReadOnly}</span>
              ) : (
                !mayWrite && <span class="hint">{words.needsWrite}</span>
              )}
              {chatHref !== undefined && (
                <a class="button" href={chatHref}>
                  {words.openChat}
                </a>
              )}
            </p>
            <BranchText key={branch} branch={branch} isReadOnly={isMain || !mayWrite} />
          </>
        );
      }}
    </RemoteView>
  );
}
