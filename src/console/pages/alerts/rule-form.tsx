import { useState } from 'preact/hooks';
import { operatorText } from '../../../base/figure-text.ts';
import type { AlertRule, RuleCondition } from '../../answers.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { SelectField, TextField, titlesOf } from '../../parts/fields.tsx';
import { Options } from '../../parts/options.tsx';
import { useServices } from '../../services.ts';
import { alertWords as words } from '../../words.ts';
import { MetricOfRule } from './metric-of-rule.tsx';
import { conditionOf, METRICS, metricWithUnit, OPERATORS, ruleOf, WINDOWS } from './rule-fields.ts';

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
  const [condition, setCondition] = useState<RuleCondition>(rule ?? NEW);
  return (
    <DialogForm
      title={rule ? words.edit : words.create}
      action={rule ? words.save : words.create}
      onClose={onClose}
      onDone={onDone}
      onInput={(fields) => setCondition(conditionOf(fields))}
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
        titles={titlesOf(METRICS, metricWithUnit)}
        selected={(rule ?? NEW).metric}
      />
      <fieldset class="condition">
        <legend>{words.condition}</legend>
        <select name="operator" aria-label={words.operator}>
          <Options titles={titlesOf(OPERATORS, operatorText)} selected={rule?.operator} />
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
          <Options titles={titlesOf(WINDOWS, words.within)} selected={rule?.windowDuration} />
        </select>
      </fieldset>
      <MetricOfRule condition={condition} projectId={rule?.projectId} isSmall />
    </DialogForm>
  );
}
