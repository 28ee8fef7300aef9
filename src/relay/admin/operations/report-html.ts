import { changeText, countText, NONE, TEXT_OF, type Unit } from '../../../base/figure-text.ts';
import { dayAt, localAt } from '../../../base/time-zone.ts';
import { escapeHtml } from '../../pages/escape-html.ts';
import type { Figures } from '../insights/figures.ts';
import type { Report } from './report-document.ts';

/** The report of a day as HTML for an email: tables, and styles on the elements, because programs for email drop all others. */

/** With fewer turns a percentile would look exact without being so. */
const MIN_TURNS = 20;

type Value = (of: Figures) => number | null;
const ROWS: readonly (readonly [name: string, unit: Unit, value: Value])[] = [
  ['Conversations', 'count', (of) => of.conversations],
  ['Handoff rate', 'share', (of) => (of.conversations > 0 ? of.handoffs / of.conversations : null)],
  ['Turn latency, median', 'latency', (of) => of.latency_p50_ms],
  ['Turn latency, p95', 'latency', (of) => (of.latency_turns >= MIN_TURNS ? of.latency_p95_ms : null)],
  ['Out-of-domain turns', 'count', (of) => of.out_of_domain_turns],
  ['Silent turns', 'count', (of) => of.silent_turns],
  ['Peak', 'count', (of) => of.peak_concurrency],
];

const RELAY_ROWS = [
  ['Sessions begun', 'sessions'],
  ['Requests refused', 'refusals'],
  ['Failed calls to the platform', 'upstream_errors'],
  ['Webhooks received', 'webhooks'],
] as const;

const CELL = 'padding:6px 16px 6px 0;border-bottom:1px solid #e0e4ea;text-align:left;font-weight:normal';
const NUMBER = `${CELL};text-align:right;white-space:nowrap`;
const MUTED = 'color:#5a6372';

type Maybe = number | null | undefined;

const textOf = (unit: Unit, value: Maybe) => (typeof value === 'number' ? TEXT_OF[unit](value) : NONE);

function changeOf(unit: Unit, now: Maybe, before: Maybe): string {
  if (typeof now !== 'number' || typeof before !== 'number') return NONE;
  return changeText(unit, now, before) ?? NONE;
}

const heading = (text: string) => `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(text)}</h2>`;
const paragraph = (text: string) => `<p style="margin:4px 0;${MUTED}">${escapeHtml(text)}</p>`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], isHead: boolean) =>
    `<tr>${cells
      .map((it, index) => {
        const style = `${index === 0 ? CELL : NUMBER}${isHead ? `;${MUTED}` : ''}`;
        const tag = isHead || index === 0 ? 'th' : 'td';
        return `<${tag} style="${style}">${escapeHtml(it)}</${tag}>`;
      })
      .join('')}</tr>`;
  return `<table style="border-collapse:collapse;min-width:320px">${row(head, true)}${rows.map((it) => row(it, false)).join('')}</table>`;
}

/** `14:36` */
const clockText = (iso: string, zone: string) =>
  new Date(localAt(Date.parse(iso), zone)).toISOString().slice(11, 16);

const timeText = (iso: string, zone: string) => `${dayAt(Date.parse(iso), zone)} ${clockText(iso, zone)}`;

/** Says from when on something is known, if that is after the beginning of the day. */
const knownSince = (name: string, since: string | null, { from, time_zone: zone }: Report) =>
  since !== null && since > from ? paragraph(`${name} known since ${timeText(since, zone)}.`) : '';

/** The report of a day as a page. Every text of the platform is escaped. */
export function reportHtml(report: Report): string {
  const { day, totals, previous, relays, time_zone: zone } = report;
  const figures = ROWS.map(([name, unit, value]) => {
    const [now, before] = [value(totals), previous && value(previous)];
    return [name, textOf(unit, now), textOf(unit, before), changeOf(unit, now, before)];
  });
  const reasons = report.handoff_reasons.map(({ reason, handoffs, is_new }) => [
    is_new ? `${reason} (new)` : reason,
    countText(handoffs),
  ]);
  const others = report.other_handoffs > 0 ? [['Other reasons', countText(report.other_handoffs)]] : [];
  const alerts = report.alerts.map(({ name, fired, last_at, is_firing }) => [
    name,
    String(fired),
    is_firing ? 'firing' : 'resolved',
    clockText(last_at, zone),
  ]);
  const relayRows = RELAY_ROWS.map(([name, key]) => [
    name,
    textOf('count', relays.totals?.[key]),
    changeOf('count', relays.totals?.[key], relays.previous?.[key]),
  ]);
  const notes = [
    ...(report.is_complete ? [] : ['The relay has not read all conversations of this day.']),
    ...(report.is_rounded
      ? [
          `Counted ${timeText(report.from, zone)} – ${timeText(report.to, zone)}: older figures are kept by the hour or day.`,
        ]
      : []),
    ...(previous ? [] : ['The same day of the week before is not known.']),
    ...(report.busiest_hour
      ? [
          `Busiest hour: ${clockText(report.busiest_hour.start, zone)} with ${countText(report.busiest_hour.conversations)} conversations.`,
        ]
      : []),
  ];
  const title = `Report of ${day} (${zone})`;
  const about = [
    ...(report.site === '' ? [] : [`Site ${report.site}`]),
    ...(report.project === null ? [] : [`Project ${report.project}`]),
    `Made ${timeText(report.made_at, zone)}`,
  ];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:24px;font:14px/1.5 system-ui,sans-serif;color:#161b24;background:#ffffff">
<h1 style="margin:0 0 8px;font-size:20px">${title}</h1>
${paragraph(about.join(' · '))}
${notes.map(paragraph).join('\n')}
${table(['', 'Day', 'Week before', 'Change'], figures)}
${heading('Alerts')}
${knownSince('Webhooks', report.webhooks_known_since, report)}
${alerts.length > 0 ? table(['Rule', 'Fired', 'State', 'Last'], alerts) : paragraph('No alert was reported.')}
${heading('Handoff reasons')}
${reasons.length > 0 ? table(['Reason', 'Handoffs'], [...reasons, ...others]) : paragraph('No conversation was handed off.')}
${heading('Relay')}
${knownSince('Counts', relays.known_since, report)}
${table(['', 'Day', 'Change'], relayRows)}
</body>
</html>
`;
}
