import type { ComponentChildren } from 'preact';
import type { CallError } from '../../ui/api-client.ts';
import type { Remote } from '../remote.ts';
import { WORDS } from '../words.ts';
import { CopyButton } from './copy-button.tsx';
import './states.css';

interface NoticeProps {
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** Stands where content would be: what it would be, and the step that makes it appear. */
export function Notice({ text, children }: NoticeProps) {
  return (
    <div class="notice">
      <p>{text}</p>
      {children}
    </div>
  );
}

export function NoRight({ page, scopes }: { readonly page: string; readonly scopes: readonly string[] }) {
  return <Notice text={WORDS.states.noRight(page, scopes)} />;
}

/** Why a change was refused, in the words of the server. */
export function Refusal({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="failed" role="alert" dir="auto">
      {text}
    </p>
  );
}

interface FailedProps {
  readonly error: CallError;
  onRetry(): void;
}

/** What could not be read, in the words of the server, with the id of the request for its log. */
function Failed({ error, onRetry }: FailedProps) {
  const requestId = error.type === 'refused' ? error.requestId : undefined;
  return (
    <div class="failed" role="alert">
      <p dir="auto">{error.message}</p>
      <p class="failed-actions">
        <button type="button" onClick={onRetry}>
          {WORDS.states.tryAgain}
        </button>
        {requestId !== undefined && (
          <span class="hint">
            {WORDS.states.requestId} <code>{requestId}</code> <CopyButton text={requestId} />
          </span>
        )}
      </p>
    </div>
  );
}

interface RemoteViewProps<Value> {
  readonly remote: Remote<Value>;
  onRetry(): void;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows what was read: pale while it is read again, with the failure above it. */
export function RemoteView<Value>({ remote, onRetry, children }: RemoteViewProps<Value>) {
  const isLoading = remote.status === 'loading';
  return (
    <div class="remote" data-status={remote.status} aria-busy={isLoading}>
      {isLoading && <div class="progress" />}
      {remote.status === 'failed' && <Failed error={remote.error} onRetry={onRetry} />}
      {remote.value !== undefined && <div class="remote-content">{children(remote.value)}</div>}
    </div>
  );
}
