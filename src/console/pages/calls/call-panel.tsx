import { useEffect, useRef } from 'preact/hooks';
import { durationText, NONE } from '../../../base/figure-text.ts';
import { usePageAddress } from '../../page-address.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Fact } from '../../parts/fact.tsx';
import { RemoteView } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useShortcuts } from '../../use-shortcuts.ts';
import { type Call, statusAnswer } from './answers.ts';
import { StatusTag } from './status-tag.tsx';
import { words } from './words.ts';

const FOLLOW_MS = 2_000;
const NOT_FOUND = 404;
/** The way of a call. */
const STEPS = ['queued', 'calling', 'ended'] as const;
const isFinal = (status: string | undefined) => status === 'success' || status === 'failure';

function Steps({ status }: { readonly status: string }) {
  const at = isFinal(status) ? STEPS.length - 1 : (STEPS as readonly string[]).indexOf(status);
  return (
    <ol class="call-steps" aria-label={words.progress}>
      {STEPS.map((step, index) => (
        <li key={step} data-reached={index <= at} aria-current={index === at ? 'step' : undefined}>
          {words.steps[step]}
        </li>
      ))}
    </ol>
  );
}

interface CallPanelProps {
  readonly callSid: string;
  /** The call as the list knows it; undefined: it does not. */
  readonly call: Call | undefined;
  onEnded(): void;
  onCallAgain: ((number: string) => void) | undefined;
}

/** A call, followed to its end. */
export function CallPanel({ callSid, call, onEnded, onCallAgain }: CallPanelProps) {
  const { calls, clock, now } = useServices();
  const { change } = usePageAddress();
  const title = useRef<HTMLHeadingElement>(null);
  const host = call?.host === 'agents' ? ('agents' as const) : ('legacy' as const);
  const environment = call?.environment as 'live' | undefined;
  const query = host === 'agents' ? { host, ...(environment && { environment }) } : { host };
  const last = useRef<string | undefined>(undefined);
  const reading = useReading(
    `${callSid} ${host} ${environment}`,
    async (signal) => {
      const params = { call_sid: callSid };
      const read = await calls.call(
        'GET',
        '/outbound-calls/{call_sid}',
        { params, query },
        { answer: statusAnswer, signal },
      );
      if (read.ok) last.current = read.value.status;
      return read;
    },
    () => (isFinal(last.current) ? undefined : FOLLOW_MS),
  );
  useEffect(() => {
    last.current = undefined;
    title.current?.focus({ preventScroll: true });
  }, [callSid]);

  const { value: read } = reading.remote;
  const isOver = isFinal(read.value?.status);
  useEffect(() => {
    if (isOver) onEnded();
  }, [isOver]);
  const close = () => change({ call: null });
  useShortcuts({ close });

  const isForgotten =
    read.status === 'failed' && read.error.type === 'refused' && read.error.status === NOT_FOUND;
  const end = call?.endedAt
    ? Date.parse(call.endedAt)
    : isOver || isForgotten
      ? undefined
      : Math.max(now.value, clock.now());
  const number = call?.toNumber;
  return (
    <aside class="panel" aria-labelledby="panel-title">
      <header class="panel-head">
        <h2 id="panel-title" ref={title} tabindex={-1}>
          <bdi>{number ?? callSid}</bdi>
        </h2>
        <span class="panel-steps">
          <button type="button" aria-label={words.close} onClick={close}>
            ×
          </button>
        </span>
      </header>
      {isForgotten ? (
        <p class="hint call-note">{words.forgotten}</p>
      ) : (
        <RemoteView remote={read} onRetry={reading.reload}>
          {({ status, reason }) => (
            <div class="call-note">
              <Steps status={status} />
              <p role="status">
                <StatusTag status={status} /> <span dir="auto">{reason}</span>
              </p>
            </div>
          )}
        </RemoteView>
      )}
      <dl class="facts">
        {call && (
          <>
            <Fact name={words.placedAt}>
              <Time iso={call.time} />
            </Fact>
            <Fact name={words.lasted}>
              {end === undefined ? NONE : durationText(Math.max(0, end - Date.parse(call.time)) / 1_000)}
            </Fact>
            {isForgotten && (
              <Fact name={words.status}>
                <StatusTag status={call.status} /> {call.reason}
              </Fact>
            )}
            <Fact name={words.placedBy}>
              <bdi>{call.who ?? NONE}</bdi>
            </Fact>
            <Fact name={words.host}>
              {[words.hosts[host], call.environment, call.variantId].filter(Boolean).join(' · ')}
            </Fact>
          </>
        )}
        <Fact name={words.callId}>
          <code>{callSid}</code> <CopyButton text={callSid} />
        </Fact>
      </dl>
      {onCallAgain && number?.startsWith('+') && !number.includes('*') && (
        <p class="call-note">
          <button type="button" onClick={() => onCallAgain(number)}>
            {words.again}
          </button>
        </p>
      )}
    </aside>
  );
}
