import { useSignal } from '@preact/signals';
import { type AlertRule, alertRules } from '../../answers.ts';
import { countText, latencyText, NONE } from '../../figures.ts';
import { addressOfOther, usePageAddress } from '../../page-address.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Popover } from '../../parts/popover.tsx';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { writeRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { timeText } from '../../zone.ts';
import { METRICS, OPERATORS, ruleOf, WINDOWS, windowMs } from './rule-fields.ts';
import './page.css';

const { alerts: words } = WORDS;

const valueText = ({ metric }: AlertRule, value: number) =>
  metric.startsWith('turn_latency') ? latencyText(value) : countText(value);

const metricText = (metric: string) =>
  Object.hasOwn(METRICS, metric) ? METRICS[metric as keyof typeof METRICS].replace(/ \(.*/, '') : metric;

/** States by what they mean for the operator. */
const TONES: Readonly<Record<string, string>> = { alert: 'alert', ok: 'ok' };

type Asked = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly rule: AlertRule };

interface FieldsProps {
  readonly rule: AlertRule | undefined;
}

function RuleFields({ rule }: FieldsProps) {
  return (
    <>
      <label for="rule-name">{words.name}</label>
      <input id="rule-name" name="name" required maxLength={200} defaultValue={rule?.name ?? ''} />
      <label for="rule-metric">{words.metric}</label>
      <select id="rule-metric" name="metric" defaultValue={rule?.metric ?? ''}>
        {Object.entries(METRICS).map(([value, name]) => (
          <option key={value} value={value} selected={value === rule?.metric}>
            {name}
          </option>
        ))}
      </select>
      <fieldset class="condition">
        <legend>{words.condition}</legend>
        <select name="operator" aria-label={words.operator}>
          {OPERATORS.map((it) => (
            <option key={it} selected={it === rule?.operator}>
              {it}
            </option>
          ))}
        </select>
        <input
          name="threshold"
          type="number"
          min={0}
          step={1}
          required
          aria-label={words.threshold}
          defaultValue={rule?.thresholdValue === undefined ? '' : String(rule.thresholdValue)}
        />
        <select name="window" aria-label={words.window}>
          {WINDOWS.map((it) => (
            <option key={it} value={it} selected={it === rule?.windowDuration}>
              {words.within(it)}
            </option>
          ))}
        </select>
      </fieldset>
    </>
  );
}

/** The alert rules of the account, with what fires now. */
export function AlertsPage() {
  const { calls, clock, now, session } = useServices();
  const zone = useZone();
  const { query } = usePageAddress();
  const asked = useSignal<Asked | undefined>(undefined);
  const mayWrite = session.scopes.includes('write');
  const reading = useReading(
    'rules',
    (signal) => calls.call('GET', '/alert-rules', {}, { answer: alertRules, signal }),
    { clock, everyMs: 30_000 },
  );

  const close = () => {
    asked.value = undefined;
  };
  const ask = (next: Asked, closeMenu: () => void) => {
    closeMenu();
    asked.value = next;
  };
  const done = () => {
    close();
    reading.reload();
  };

  async function toggle({ id, enabled }: AlertRule): Promise<void> {
    await calls.call('PATCH', '/alert-rules/{rule_id}', {
      params: { rule_id: id },
      body: { enabled: !enabled },
    });
    reading.reload();
  }

  /** The window before the last evaluation: the conversations that the rule looked at. */
  const conversationsOf = (rule: AlertRule) => {
    const to = rule.currentState === 'alert' && rule.since ? Date.parse(rule.since) : now.value;
    return addressOfOther(
      '/console/conversations',
      query,
      writeRange({ from: to - windowMs(rule.windowDuration), to }),
    );
  };

  const rule = asked.value?.kind === 'edit' ? asked.value.rule : undefined;
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
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ data }) =>
          data.length === 0 ? (
            <Notice text={words.none} />
          ) : (
            <table class="rules">
              <thead>
                <tr>
                  <th scope="col">{words.state}</th>
                  <th scope="col">{words.name}</th>
                  <th scope="col">{words.condition}</th>
                  <th scope="col">{words.current}</th>
                  <th scope="col">{words.since}</th>
                  <th scope="col">
                    <span class="visually-hidden">{words.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map((it) => (
                  <tr key={it.id} data-disabled={it.enabled === false}>
                    <td>
                      <span class={`tag ${it.enabled === false ? '' : (TONES[it.currentState ?? ''] ?? '')}`}>
                        {it.enabled === false
                          ? words.disabled
                          : (words.states[it.currentState ?? ''] ?? it.currentState ?? NONE)}
                      </span>
                    </td>
                    <th scope="row">
                      <bdi>{it.name}</bdi>
                    </th>
                    <td>
                      {metricText(it.metric)} {it.operator}{' '}
                      {it.thresholdValue === undefined ? NONE : valueText(it, it.thresholdValue)}{' '}
                      {words.within(it.windowDuration)}
                    </td>
                    <td>{it.currentValue === undefined ? NONE : valueText(it, it.currentValue)}</td>
                    <td>{it.since ? timeText(Date.parse(it.since), now.value, zone) : NONE}</td>
                    <td class="row-actions">
                      <a href={conversationsOf(it)}>{words.conversations}</a>
                      {mayWrite && (
                        <Popover label={words.actionsOf(it.name)} button="⋯" look="quiet">
                          {(close) => (
                            <>
                              <button
                                type="button"
                                onClick={() => {
                                  close();
                                  void toggle(it);
                                }}
                              >
                                {it.enabled === false ? words.enable : words.disable}
                              </button>
                              <button type="button" onClick={() => ask({ kind: 'edit', rule: it }, close)}>
                                {words.edit}
                              </button>
                              <hr />
                              <button type="button" onClick={() => ask({ kind: 'delete', rule: it }, close)}>
                                {words.delete}
                              </button>
                            </>
                          )}
                        </Popover>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </RemoteView>
      {(asked.value?.kind === 'create' || asked.value?.kind === 'edit') && (
        <DialogForm
          title={rule ? words.edit : words.create}
          action={rule ? words.save : words.create}
          onClose={close}
          onDone={done}
          onSubmit={(fields) =>
            rule
              ? calls.call('PATCH', '/alert-rules/{rule_id}', {
                  params: { rule_id: rule.id },
                  body: ruleOf(fields),
                })
              : calls.call('POST', '/alert-rules', { body: ruleOf(fields) })
          }
        >
          <RuleFields rule={rule} />
        </DialogForm>
      )}
      {asked.value?.kind === 'delete' && (
        <DialogForm
          title={words.askDelete(asked.value.rule.name)}
          action={words.delete}
          isDanger
          onClose={close}
          onDone={done}
          onSubmit={() =>
            calls.call('DELETE', '/alert-rules/{rule_id}', {
              params: { rule_id: asked.value?.kind === 'delete' ? asked.value.rule.id : '' },
            })
          }
        >
          <p>{words.deleteWarning}</p>
        </DialogForm>
      )}
    </div>
  );
}
