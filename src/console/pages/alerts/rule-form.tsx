import { useSignal } from '@preact/signals';
import { operatorText } from '../../../base/figure-text.ts';
import type { AlertRule, RuleCondition } from '../../answers.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { useServices } from '../../services.ts';
import { WORDS } from '../../words.ts';
import { MetricOfRule } from './metric-of-rule.tsx';
import { conditionOf, METRICS, metricWithUnit, OPERATORS, ruleOf, WINDOWS } from './rule-fields.ts';

const { alerts: words } = WORDS;

const NEW: RuleCondition = {
  metric: 'turn_latency_p50',
  operator: '>',
  thresholdValue: undefined,
  windowDuration: '5m',
};

interface RuleFormProps {
  /** undefined: a new one. */
  readonly rule: AlertRule | undefined;
  onDone(): void;
  onClose(): void;
}

/** Creates or changes a rule, and says meanwhile how often it would have fired. */
export function RuleForm({ rule, onDone, onClose }: RuleFormProps) {
  const { calls } = useServices();
  const condition = useSignal<RuleCondition>(rule ?? NEW);
  return (
    <DialogForm
      title={rule ? words.edit : words.create}
      action={rule ? words.save : words.create}
      onClose={onClose}
      onDone={onDone}
      onInput={(fields) => {
        condition.value = conditionOf(fields);
      }}
      onSubmit={(fields) =>
        rule
          ? calls.call('PATCH', '/alert-rules/{rule_id}', {
              params: { rule_id: rule.id },
              body: ruleOf(fields),
            })
          : calls.call('POST', '/alert-rules', { body: ruleOf(fields) })
      }
    >
      <TextField label={words.name} name="name" required maxLength={200} defaultValue={rule?.name ?? ''} />
      <SelectField
        label={words.metric}
        name="metric"
        titles={Object.fromEntries(METRICS.map((metric) => [metric, metricWithUnit(metric)]))}
        selected={(rule ?? NEW).metric}
      />
      <fieldset class="condition">
        <legend>{words.condition}</legend>
        <select name="operator" aria-label={words.operator}>
          {OPERATORS.map((operator) => (
            <option key={operator} value={operator} selected={operator === rule?.operator}>
              {operatorText(operator)}
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
          {WINDOWS.map((window) => (
            <option key={window} value={window} selected={window === rule?.windowDuration}>
              {words.within(window)}
            </option>
          ))}
        </select>
      </fieldset>
      <MetricOfRule condition={condition.value} projectId={rule?.projectId} isSmall />
    </DialogForm>
  );
}
