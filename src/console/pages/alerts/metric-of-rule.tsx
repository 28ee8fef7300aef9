import { countText, durationText } from '../../../base/figure-text.ts';
import type { MetricHistory, RuleCondition } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { Plot, SmallPlot } from '../../parts/plot.tsx';
import type { PlotProps } from '../../parts/plot-lines.tsx';
import { RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useTimeText } from '../../use-time-text.ts';
import { alertWords as words } from '../../words.ts';
import { type Firing, firingCounts, firingsOf } from './firings.ts';
import { historyOf, metricText, unitOf, windowChanges, windowMs } from './rule-fields.ts';

const REFRESH_MS = 300_000;
const MAX_SHOWN = 20;

interface MetricOfRuleProps {
  readonly condition: RuleCondition;
  /** undefined: the rule watches the whole account. */
  readonly projectId: string | undefined;
  /** For a dialog: without axes, and without the times at which the rule would have fired. */
  readonly isSmall?: boolean;
  /** Only this part of the history, with the time in which an alert fired. */
  readonly around?: Around | undefined;
}

interface Around {
  readonly from: number;
  readonly to: number;
  readonly shaded: { readonly from: number; readonly to: number };
}

/** `PROJECT-4711` and `4711` are the same project. */
const bareId = (id: string): string => id.replace(/^PROJECT-/, '');

interface FiringsProps {
  readonly condition: RuleCondition;
  readonly firings: readonly Firing[];
  /** In words, how often. */
  readonly summary: string;
}

/** Number of times that the rule would have fired, and the conversations of each. */
function Firings({ condition, firings, summary }: FiringsProps) {
  const timeText = useTimeText();
  const { rowsWith } = usePageAddress();
  if (firings.length === 0) return <p>{summary}</p>;
  const latest = firings.toReversed().slice(0, MAX_SHOWN);
  return (
    <details>
      <summary>{summary}</summary>
      <ul class="facts-list">
        {latest.map(({ from, to }) => (
          <li key={from}>
            <a href={rowsWith(windowChanges(condition, from))}>{timeText(from)}</a>
            <span>{to === undefined ? words.ends.open : durationText((to - from) / 1_000)}</span>
          </li>
        ))}
      </ul>
      {firings.length > MAX_SHOWN && <p class="hint">{words.onlyLatest(countText(MAX_SHOWN))}</p>}
    </details>
  );
}

interface HistoryViewProps extends MetricOfRuleProps {
  readonly history: MetricHistory;
}

function HistoryView({ history, condition, projectId, isSmall = false, around }: HistoryViewProps) {
  const timeText = useTimeText();
  const address = usePageAddress();
  const { projectId: known, firstAt, step } = history;
  const { metric, operator, thresholdValue: threshold, windowDuration } = condition;
  if (projectId !== undefined && bareId(projectId) !== bareId(known))
    return <p class="hint">{words.otherProject}</p>;
  if (firstAt === undefined) return <p class="hint">{words.noHistoryYet}</p>;

  const first = Date.parse(firstAt);
  const all = history.values.map((value, nth) => [first + nth * step * 1_000, value] as const);
  const shown = around ? all.filter(([at]) => at >= around.from && at <= around.to) : all;
  if (shown.length === 0) return <p class="hint">{words.noHistoryThen}</p>;
  const [times, values] = [shown.map(([at]) => at), shown.map(([, value]) => value)];
  const name = metricText(metric);
  const since = timeText(first - windowMs(windowDuration));
  const open = (at: number) => address.go(address.rowsWith(windowChanges(condition, at)));
  const rule = { operator, threshold: threshold ?? Number.NaN };
  const counts = firingCounts(rule, history);
  const summary =
    counts[1] === 0
      ? words.wouldNotHaveFired(since)
      : words.wouldHaveFired(words.times(counts, countText), since);
  const plot: Omit<PlotProps, 'height'> = {
    times,
    windowMs: windowMs(windowDuration),
    unit: unitOf(metric),
    series: [{ name, values, tone: 'main' }],
    ...(threshold !== undefined && { threshold }),
  };
  return (
    <>
      {isSmall ? (
        <SmallPlot {...plot} height={96} />
      ) : (
        <Plot
          {...plot}
          title={`${name} ${words.within(windowDuration)}`}
          height={240}
          {...(around && { shaded: around.shaded })}
          onOpen={open}
        />
      )}
      {around ? null : threshold === undefined ? (
        <p class="hint">{words.enterThreshold}</p>
      ) : isSmall ? (
        <p role="status">{summary}</p>
      ) : (
        <Firings condition={condition} firings={firingsOf(rule, { times, values })} summary={summary} />
      )}
      <p class="hint">{projectId === undefined ? words.estimateOfProject : words.estimate}</p>
    </>
  );
}

function ReadHistory(
  props: MetricOfRuleProps & { readonly asked: NonNullable<ReturnType<typeof historyOf>> },
) {
  const { calls } = useServices();
  const { asked } = props;
  const reading = useReading(
    '',
    (signal) => calls.own('GET', '/metric-history', { query: asked }, signal),
    REFRESH_MS,
  );
  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {(history) => <HistoryView {...props} history={history} />}
    </RemoteView>
  );
}

/** The metric of a rule in the last 8 days with its threshold, and how often the rule would have fired. */
export function MetricOfRule(props: MetricOfRuleProps) {
  const asked = historyOf(props.condition);
  return (
    <div class={props.isSmall ? 'metric small' : 'metric'}>
      {asked ? (
        // Another metric begins anew: its figures have nothing in common with those before.
        <ReadHistory key={`${asked.metric} ${asked.window_duration}`} {...props} asked={asked} />
      ) : (
        <p class="hint">{words.noHistory(metricText(props.condition.metric))}</p>
      )}
    </div>
  );
}
