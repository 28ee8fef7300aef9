import { useId } from 'preact/hooks';
import { usePageAddress } from '../../page-address.ts';
import { closePopover, Popover } from '../../parts/popover.tsx';
import { withFields } from '../../parts/with-fields.ts';
import { words } from './words.ts';

interface BranchPickerProps {
  readonly branch: string;
  readonly branches: readonly { readonly id: string; readonly isReadOnly: boolean | undefined }[];
}

/** The branches that the relay knows. Another one is entered: the platform lists none. */
export function BranchPicker({ branch, branches }: BranchPickerProps) {
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
