import type { NewSecret } from '../../../answers.ts';
import { ClosedDialog } from '../../../parts/closed-dialog.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { words } from './words.ts';

interface SecretDialogProps {
  readonly secret: NewSecret;
  onClose(): void;
}

/** A secret that the platform shows once, and what to do with it. */
export function SecretDialog({
  secret: { signing_secret: secret = '', receiver },
  onClose,
}: SecretDialogProps) {
  return (
    <ClosedDialog title={words.newSecret} onClose={onClose}>
      <p>
        <code>{secret}</code> <CopyButton text={secret} />
      </p>
      <p>{words.onlyOnce}</p>
      {receiver?.nextStep !== undefined && <p>{receiver.nextStep}</p>}
    </ClosedDialog>
  );
}
