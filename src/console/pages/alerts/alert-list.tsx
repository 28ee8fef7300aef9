import type { Cell } from '../../../base/csv.ts';
import { durationText } from '../../../base/figure-text.ts';
import { usePageAddress } from '../../page-address.ts';
import { TableHead } from '../../parts/table-head.tsx';
import { Time } from '../../parts/time.tsx';
import { useServices } from '../../services.ts';
import { useTimeText } from '../../use-time-text.ts';
import { alertWords as words } from '../../words.ts';
import { conditionText, valueText, windowChanges } from './rule-fields.ts';
import { type Alert, incidentChanges } from './timeline.ts';

const TONES = { open: 'alert', resolved: 'ok', unknown: '' } as const satisfies Record<
  Alert['end']['status'],
  string
>;

/** The same as rows of a file. */
export const alertTable = (alerts: readonly Alert[]): readonly (readonly Cell[])[] => [
  [words.state, words.since, words.name, words.condition, words.value, words.ended],
  ...alerts.map((alert) => [
    words.ends[alert.end.status],
    new Date(alert.from).toISOString(),
    alert.name,
    conditionText(alert),
    alert.value,
    alert.end.status === 'resolved' ? new Date(alert.end.at).toISOString() : undefined,
  ]),
];

/** Fired alerts, each with the conversations that its rule evaluated. */
export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { now } = useServices();
  const timeText = useTimeText();
  const { other, rowsWith } = usePageAddress();

  function lengthOf({ from, end }: Alert): string {
    if (end.status === 'unknown') return words.endUnknown;
    const to = end.status === 'open' ? Math.max(now.value, from) : end.at;
    return durationText((to - from) / 1_000);
  }

  return (
    <table class="rules">
      <caption class="visually-hidden">{words.timeline}</caption>
      <TableHead
        titles={[words.state, words.since, words.name, words.condition, words.value, words.duration]}
        hidden={words.conversations}
      />
      <tbody>
        {alerts.map((alert) => (
          <tr key={`${alert.ruleId} ${alert.from}`}>
            <td>
              <span class={`tag ${TONES[alert.end.status]}`}>{words.ends[alert.end.status]}</span>
            </td>
            <td>
              <Time iso={new Date(alert.from).toISOString()} />
            </td>
            <th scope="row">
              <a href={other('/console/alerts', incidentChanges(alert))}>
                <bdi>{alert.name}</bdi>
              </a>
              {alert.reports > 1 && <span class="hint"> {words.reports(alert.reports)}</span>}
            </th>
            <td>{conditionText(alert)}</td>
            <td data-label={words.value}>{valueText(alert.metric, alert.value)}</td>
            <td data-label={words.duration}>{lengthOf(alert)}</td>
            <td class="row-actions">
              <a
                href={rowsWith(windowChanges(alert, alert.from))}
                aria-label={words.conversationsOf(alert.name, timeText(alert.from))}
              >
                {words.conversations}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
