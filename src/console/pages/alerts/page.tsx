import { useSignal } from '@preact/signals';
import { type AlertRule, alertRules, webhookEvents } from '../../answers.ts';
import { saveCsv } from '../../csv.ts';
import { usePageAddress } from '../../page-address.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { KnownSince, Notice, Refusal, RemoteView } from '../../parts/states.tsx';
import { readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useAction } from '../../use-action.ts';
import { WORDS } from '../../words.ts';
import { AlertList, alertTable } from './alert-list.tsx';
import { Incident } from './incident.tsx';
import { NothingFired } from './nothing-fired.tsx';
import { RuleForm } from './rule-form.tsx';
import { RulesTable } from './rules-table.tsx';
import { timelineOf } from './timeline.ts';
import './page.css';

const { alerts: words } = WORDS;
const REFRESH_MS = 30_000;
/** As many as the relay keeps. */
const MAX_EVENTS = 1_000;

type Asked = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly rule: AlertRule };

interface TimelineProps {
  /** undefined: not read yet. */
  readonly rules: readonly AlertRule[] | undefined;
}

/** The alerts of the range. Its end does not limit what is read: an alert that began before may have been resolved since. */
function Timeline({ rules }: TimelineProps) {
  const { calls, clock, now } = useServices();
  const { query } = usePageAddress();
  const reading = useReading(
    ['range', 'from', 'to'].map((it) => query.get(it)).join(),
    (signal) => {
      const { from } = readRange(query, clock.now());
      const asked = { start_time: new Date(from).toISOString(), limit: MAX_EVENTS };
      return calls.call('GET', '/webhook-events', { query: asked }, { answer: webhookEvents, signal });
    },
    { clock, everyMs: REFRESH_MS },
  );
  const range = readRange(query, now.value);
  const shown = timelineOf(reading.remote.value.value?.events ?? [], rules ?? []).filter(
    ({ from, end }) => from < range.to && (end.status !== 'resolved' || end.at > range.from),
  );
  return (
    <section class="timeline">
      <div class="section-head">
        <h2>{words.timeline}</h2>
        <KnownSince since={reading.remote.value.value?.known_since} from={range.from} />
        {shown.length > 0 && (
          <button type="button" class="quiet" onClick={() => saveCsv('alerts', alertTable(shown))}>
            {WORDS.table.csv}
          </button>
        )}
      </div>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {() => (shown.length > 0 ? <AlertList alerts={shown} /> : <NothingFired range={range} />)}
      </RemoteView>
    </section>
  );
}

/** The alert rules of the account with what fires now, and what has fired. */
export function AlertsPage() {
  const { calls, clock, firing, session } = useServices();
  const asked = useSignal<Asked | undefined>(undefined);
  const mayWrite = session.scopes.includes('write');
  const { query } = usePageAddress();
  const reading = useReading(
    'rules',
    async (signal) => {
      const read = await calls.call('GET', '/alert-rules', {}, { answer: alertRules, signal });
      if (read.ok)
        firing.value = read.value.data.filter(
          (it) => it.enabled !== false && it.currentState === 'alert',
        ).length;
      return read;
    },
    { clock, everyMs: REFRESH_MS },
  );

  const close = () => {
    asked.value = undefined;
  };
  const done = () => {
    close();
    reading.reload();
  };

  const toggling = useAction(reading.reload);
  const toggle = ({ id, enabled }: AlertRule) =>
    calls.call('PATCH', '/alert-rules/{rule_id}', {
      params: { rule_id: id },
      body: { enabled: enabled === false },
    });

  function act(action: 'toggle' | 'edit' | 'delete', rule: AlertRule): void {
    if (action === 'toggle') toggling.run(toggle(rule));
    else asked.value = { kind: action, rule };
  }

  const question = asked.value;
  const rules = reading.remote.value.value?.data;
  const [ruleId, since] = [query.get('rule'), Date.parse(query.get('since') ?? '')];
  if (ruleId && since)
    return (
      <div class="alerts">
        <Incident ruleId={ruleId} since={since} rules={rules ?? []} />
      </div>
    );
  return (
    <div class="alerts">
      {mayWrite && (
        <p class="page-action">
          <button
            type="button"
            class="primary"
            onClick={() => {
              asked.value = { kind: 'create' };
            }}
          >
            {words.create}
          </button>
        </p>
      )}
      <Refusal text={toggling.failure.value} />
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ data }) =>
          data.length === 0 ? (
            <Notice text={words.none} />
          ) : (
            <RulesTable rules={data} onAction={mayWrite ? act : undefined} />
          )
        }
      </RemoteView>
      <Timeline rules={rules} />
      {(question?.kind === 'create' || question?.kind === 'edit') && (
        <RuleForm rule={question.kind === 'edit' ? question.rule : undefined} onClose={close} onDone={done} />
      )}
      {question?.kind === 'delete' && (
        <DialogForm
          title={words.askDelete(question.rule.name)}
          action={words.delete}
          isDanger
          onClose={close}
          onDone={done}
          onSubmit={() =>
            calls.call('DELETE', '/alert-rules/{rule_id}', { params: { rule_id: question.rule.id } })
          }
        >
          <p>{words.deleteWarning}</p>
        </DialogForm>
      )}
    </div>
  );
}
