import { Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import { NONE } from '../../../base/figure-text.ts';
import type { AlertRule } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { useRowKeys } from '../../parts/data-table.tsx';
import { Popover } from '../../parts/popover.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { useServices } from '../../services.ts';
import { useShortcuts } from '../../use-shortcuts.ts';
import { useTimeText } from '../../use-time-text.ts';
import { alertWords as words } from '../../words.ts';
import { MetricOfRule } from './metric-of-rule.tsx';
import { conditionText, valueText, windowChanges } from './rule-fields.ts';

const COLUMNS = 6;

/** States by what they mean for the operator. */
const TONES: Readonly<Record<string, string>> = { alert: 'alert', ok: 'ok' };

interface RulesTableProps {
  readonly rules: readonly AlertRule[];
  /** undefined: this person may not change rules. */
  readonly onAction: ((action: 'toggle' | 'edit' | 'delete', rule: AlertRule) => void) | undefined;
}

/** The rules with their states. The rule in the address shows its metric. */
export function RulesTable({ rules, onAction }: RulesTableProps) {
  const { now } = useServices();
  const timeText = useTimeText();
  const address = usePageAddress();
  const open = address.query.get('rule');
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  const close = () => {
    address.change({ rule: null });
    table.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
  };
  useShortcuts({ close: open === null ? undefined : close });

  /** The range that the rule evaluated when it began to fire, or evaluates now. */
  const conversationsOf = (rule: AlertRule) => {
    const to = rule.currentState === 'alert' && rule.since ? Date.parse(rule.since) : now.value;
    return address.rowsWith(windowChanges(rule, to));
  };

  return (
    <table ref={table} class="rules">
      <caption class="visually-hidden">{words.rules}</caption>
      <TableHead
        titles={[words.state, words.name, words.condition, words.current, words.since]}
        hidden={words.actions}
      />
      <tbody>
        {rules.map((rule) => (
          <Fragment key={rule.id}>
            <tr data-disabled={rule.enabled === false} data-open={rule.id === open}>
              <td>
                <span class={`tag ${rule.enabled === false ? '' : (TONES[rule.currentState ?? ''] ?? '')}`}>
                  {rule.enabled === false
                    ? words.disabled
                    : (words.states[rule.currentState ?? ''] ?? rule.currentState ?? NONE)}
                </span>
              </td>
              <th scope="row">
                <a
                  data-row={rule.id}
                  href={address.with({ rule: rule.id === open ? null : rule.id })}
                  aria-expanded={rule.id === open}
                >
                  <bdi>{rule.name}</bdi>
                </a>
              </th>
              <td>{conditionText(rule)}</td>
              <td data-label={words.current}>{valueText(rule.metric, rule.currentValue)}</td>
              <td data-label={words.since}>{rule.since ? timeText(rule.since) : NONE}</td>
              <td class="row-actions">
                <a href={conversationsOf(rule)}>{words.conversations}</a>
                {onAction && (
                  <Popover label={words.actionsOf(rule.name)} button="⋯" look="quiet">
                    <button type="button" onClick={() => onAction('toggle', rule)}>
                      {rule.enabled === false ? words.enable : words.disable}
                    </button>
                    <button type="button" onClick={() => onAction('edit', rule)}>
                      {words.edit}
                    </button>
                    <hr />
                    <button type="button" onClick={() => onAction('delete', rule)}>
                      {words.delete}
                    </button>
                  </Popover>
                )}
              </td>
            </tr>
            {rule.id === open && (
              <tr class="open-rule">
                <td colSpan={COLUMNS}>
                  <MetricOfRule condition={rule} projectId={rule.projectId} />
                  <button type="button" onClick={close}>
                    {words.closeMetric}
                  </button>
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
