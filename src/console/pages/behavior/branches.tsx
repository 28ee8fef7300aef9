import { usePageAddress } from '../../page-address.ts';
import { RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { BranchPicker } from './branch-picker.tsx';
import { BranchText } from './branch-text.tsx';
import { words } from './words.ts';

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
