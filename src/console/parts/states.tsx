import type { ComponentChildren } from 'preact';
import type { CallError } from '../../ui/api-client.ts';
import { usePageAddress } from '../page-address.ts';
import { readRange, writeRange } from '../range.ts';
import type { Remote } from '../remote.ts';
import { useServices } from '../services.ts';
import { useTimeText } from '../use-time-text.ts';
import { useZone } from '../use-zone.ts';
import { WORDS } from '../words.ts';
import { timeText as timeTextOf } from '../zone.ts';
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

/** Offers a longer range where there is nothing in one of the last hours. */
export function LongerRange() {
  const address = usePageAddress();
  const { now } = useServices();
  const { last } = readRange(address.query, now.value);
  const longer = last === undefined ? undefined : last === '7d' || last === '30d' ? '30d' : '7d';
  if (longer === undefined || longer === last) return null;
  return (
    <a class="button" href={address.with(writeRange(longer))}>
      {WORDS.states.showRange(WORDS.ranges[longer])}
    </a>
  );
}

export function NoRight({ page, scopes }: { readonly page: string; readonly scopes: readonly string[] }) {
  return <Notice text={WORDS.states.noRight(page, scopes)} />;
}

interface KnownSinceProps {
  readonly since: string | undefined;
  /** The beginning of the range. */
  readonly from: number;
  readonly text?: (time: string) => string;
  /** A time of the day that is written without its date; default: now. */
  readonly today?: number;
}

/** Since when something is known, if the range begins before: a store in memory forgets it with the relay. */
export function KnownSince({ since, from, text = WORDS.states.webhooksKnownSince, today }: KnownSinceProps) {
  const { now } = useServices();
  const zone = useZone();
  const at = Date.parse(since ?? '');
  return at > from ? <p class="hint">{text(timeTextOf(at, today ?? now.value, zone))}</p> : null;
}

interface ProblemProps {
  /** undefined: there is none. */
  readonly text: string | undefined;
  readonly class?: string;
}

/** The error of a form or of a part of the page, beside it. */
export const Problem = ({ text, class: look = 'error' }: ProblemProps) =>
  text === undefined ? null : (
    <p class={look} role="alert" dir="auto">
      {text}
    </p>
  );

/** Why a change was refused, in the words of the server. */
export const Refusal = ({ text }: ProblemProps) => <Problem text={text} class="failed" />;

interface FailedProps {
  readonly error: CallError;
  /** When that was read which is still shown; undefined: nothing is. */
  readonly readAt: number | undefined;
  onRetry(): void;
}

/** Tells the answer of the platform, and the next step. */
function Upstream({ error }: { readonly error: CallError }) {
  if (error.type !== 'refused' || !error.upstream) return null;
  const { status, errorId } = error.upstream;
  const { nextSteps } = WORDS.states;
  const step =
    status === 401 || status === 403
      ? nextSteps.key
      : status >= 500
        ? nextSteps.failed
        : status < 300
          ? nextSteps.unexpected
          : undefined;
  return (
    <p dir="auto">
      {WORDS.states.upstream(String(status), errorId)} {step}
    </p>
  );
}

/** The server's error message, with the request id for its log. */
function Failed({ error, readAt, onRetry }: FailedProps) {
  const timeText = useTimeText();
  const requestId = error.type === 'refused' ? error.requestId : undefined;
  // The relay names the request in each of its answers.
  const isForeign = error.type === 'refused' && requestId === undefined;
  return (
    <div class="failed" role="alert">
      <p dir="auto">{error.message}</p>
      <Upstream error={error} />
      {error.type === 'unreachable' && <p>{WORDS.states.unreachable}</p>}
      {isForeign && <p>{WORDS.states.foreign}</p>}
      {readAt !== undefined && <p>{WORDS.states.readAt(timeText(readAt))}</p>}
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
      {remote.status === 'failed' && (
        <Failed
          error={remote.error}
          readAt={remote.value === undefined ? undefined : remote.readAt}
          onRetry={onRetry}
        />
      )}
      {remote.value !== undefined && <div class="remote-content">{children(remote.value)}</div>}
    </div>
  );
}
