import { countText, durationText, latencyText } from '../../../base/figure-text.ts';
import { type Row, rowPage } from '../../answers.ts';
import { reasonLines, reasonName, useReasonNames } from '../../handoff-reasons.ts';
import { usePageAddress } from '../../page-address.ts';
import { RemoteView } from '../../parts/states.tsx';
import { writeRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useTimeText } from '../../use-time-text.ts';
import { WORDS, alertWords as words } from '../../words.ts';
import { firstWords } from '../conversations/columns.tsx';
import { MetricOfRule } from './metric-of-rule.tsx';
import { conditionText, isLatency, valueText, windowMs, windowRange } from './rule-fields.ts';
import { type Alert, timelineOf } from './timeline.ts';

const MINUTE_MS = 60_000;
const SHOWN_ROWS = 50;
const MAX_EVENTS = 1_000;
/** Before and after the alert, in its plot. */
const AROUND_MS = 3_600_000;

/** Latencies are whole: those above this are the ones that a rule with `>` or `>=` means. */
const slowAbove = ({ operator, thresholdValue = 0 }: Alert): number =>
  operator === '>=' ? Math.ceil(thresholdValue) - 1 : Math.floor(thresholdValue);

/** Marks a conversation with turns that were slower than the rule allows. */
function SlowTurns({ row: { turns }, alert }: { readonly row: Row; readonly alert: Alert }) {
  const above = slowAbove(alert);
  const slow = isLatency(alert.metric)
    ? turns.flatMap(({ latency = 0 }) => (latency > above ? latency : []))
    : [];
  return slow.length === 0 ? null : (
    <span class="tag warning">{words.slowTurns(slow.length, latencyText(Math.max(...slow)))}</span>
  );
}

interface PartProps {
  readonly alert: Alert;
  readonly range: { readonly from: number; readonly to: number };
}

/** Why conversations of that time were handed off. */
function Reasons({ range }: PartProps) {
  const { calls } = useServices();
  const { rowsWith } = usePageAddress();
  const names = useReasonNames();
  const query = { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() };
  const reading = useReading(`${query.from} ${query.to}`, (signal) =>
    calls.own('GET', '/overview', { query }, signal),
  );
  return (
    <section>
      <h3>{WORDS.overview.reasons}</h3>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {(overview) => {
          const lines = reasonLines(overview, { names });
          return lines.length === 0 ? (
            <p class="hint">{words.noHandoffs}</p>
          ) : (
            <ul class="facts-list">
              {lines.map((reason) => (
                <li key={reason.id ?? reason.text}>
                  <a title={reason.id} href={rowsWith({ ...reason.filter, ...writeRange(range) })}>
                    <bdi>{reason.text}</bdi>
                  </a>{' '}
                  <span>{countText(reason.handoffs)}</span>
                </li>
              ))}
            </ul>
          );
        }}
      </RemoteView>
    </section>
  );
}

/** The conversations that the rule looked at, from the beginning of its window to the end of the alert. */
function Conversations({ alert, range }: PartProps) {
  const { calls } = useServices();
  const timeText = useTimeText();
  const names = useReasonNames();
  const { rowsWith } = usePageAddress();
  const asked = {
    start_time: new Date(range.from).toISOString(),
    end_time: new Date(range.to).toISOString(),
    limit: SHOWN_ROWS,
    include_latency: true,
  };
  const reading = useReading(`${asked.start_time} ${asked.end_time}`, (signal) =>
    calls.call('GET', '/conversations', { query: asked }, { answer: rowPage, signal }),
  );
  const changes = {
    from: asked.start_time,
    to: asked.end_time,
    range: null,
    ...(isLatency(alert.metric) && { layer: 'latency' }),
  };
  return (
    <section>
      <div class="section-head">
        <h3>{words.conversations}</h3>
        <a href={rowsWith(changes)}>{words.allConversations}</a>
      </div>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ conversations, cursor }) =>
          conversations.length === 0 ? (
            <p class="hint">{WORDS.conversations.none}</p>
          ) : (
            <>
              <table class="rules" aria-label={words.conversations}>
                <tbody>
                  {conversations.map((conversation) => (
                    <tr key={conversation.id}>
                      <td>
                        <a href={rowsWith({ ...changes, open: conversation.id })}>
                          {conversation.startedAt ? timeText(conversation.startedAt) : conversation.id}
                        </a>
                      </td>
                      <td dir="auto">{firstWords(conversation)}</td>
                      <td>
                        {conversation.handoff && (
                          <bdi class="tag info" title={conversation.handoffReason}>
                            {reasonName(conversation.handoffReason ?? '', names)}
                          </bdi>
                        )}
                      </td>
                      <td>
                        <SlowTurns row={conversation} alert={alert} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {cursor !== undefined && <p class="hint">{words.onlyFirst(countText(conversations.length))}</p>}
            </>
          )
        }
      </RemoteView>
    </section>
  );
}

/** Everything about an alert on one page: its metric with the time in which it fired, the conversations, and why these were handed off. */
function IncidentView({ alert }: { readonly alert: Alert }) {
  const { now } = useServices();
  const timeText = useTimeText();
  const { other, rowsWith } = usePageAddress();
  const { from, end } = alert;
  const to = end.status === 'resolved' ? end.at : end.status === 'open' ? now.value : from + AROUND_MS;
  const range = windowRange(alert, from, Math.ceil(to / MINUTE_MS) * MINUTE_MS);
  return (
    <article class="incident">
      <p>
        <a href={other('/console/alerts')}>{words.allAlerts}</a>
      </p>
      <h2>
        <bdi>{alert.name}</bdi>{' '}
        <span class={`tag ${end.status === 'open' ? 'alert' : ''}`}>{words.ends[end.status]}</span>
      </h2>
      <p>
        {conditionText(alert)} · {timeText(from)}
        {end.status === 'resolved' && ` – ${timeText(end.at)}`}
        {end.status !== 'unknown' && ` · ${durationText((to - from) / 1_000)}`}
        {alert.value !== undefined && (
          <>
            {` · ${words.value} `}
            {isLatency(alert.metric) && alert.operator.startsWith('>') ? (
              <a href={rowsWith({ ...writeRange(range), slow: String(slowAbove(alert)), layer: 'latency' })}>
                {valueText(alert.metric, alert.value)}
              </a>
            ) : (
              valueText(alert.metric, alert.value)
            )}
          </>
        )}
      </p>
      <MetricOfRule
        condition={alert}
        projectId={undefined}
        around={{
          from: from - windowMs(alert.windowDuration) - AROUND_MS,
          to: to + AROUND_MS,
          shaded: { from, to },
        }}
      />
      <Conversations alert={alert} range={range} />
      <Reasons alert={alert} range={range} />
    </article>
  );
}

interface IncidentProps {
  readonly ruleId: string;
  /** When the alert began, in milliseconds. */
  readonly since: number;
  readonly rules: Parameters<typeof timelineOf>[1];
}

/** Finds the alert of an address among the webhooks that the relay has received. */
export function Incident({ ruleId, since, rules }: IncidentProps) {
  const { calls } = useServices();
  const query = { start_time: new Date(since - MINUTE_MS).toISOString(), limit: MAX_EVENTS };
  const reading = useReading(`${ruleId} ${since}`, (signal) =>
    calls.own('GET', '/webhook-events', { query }, signal),
  );
  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {({ events }) => {
        const alert = timelineOf(events, rules).find(
          (alert) => alert.ruleId === ruleId && Math.abs(alert.from - since) < MINUTE_MS,
        );
        return alert ? <IncidentView alert={alert} /> : <p class="notice">{words.unknownAlert}</p>;
      }}
    </RemoteView>
  );
}
