import * as z from 'zod';
import { countText, latencyText, operatorText } from '../../../base/figure-text.ts';
import type { NotifyKind } from '../../config/alert-notify.ts';
import { visibleName } from '../access/credential.ts';

/** A message about an alert. Contains text of the rule only, nothing that a caller said. */
export interface AlertMessage {
  /** The id of the event. */
  readonly id: string;
  readonly type: 'alerts.triggered' | 'alerts.resolved' | 'alerts.test';
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Empty at a relay with one site. */
  readonly site: string;
  readonly rule: { readonly id: string | null; readonly name: string };
  readonly metric: string | null;
  readonly operator: string | null;
  readonly threshold: number | null;
  /** `5m` */
  readonly window: string | null;
  /** ISO 8601. */
  readonly since: string | null;
  readonly value: number | null;
  /** The console page of the alert; null if the console's address is not configured. */
  readonly url: string | null;
}

const MAX_WORD = 64;
const word = z
  .string()
  .transform((text) => visibleName(text)?.slice(0, MAX_WORD) ?? null)
  .nullish()
  .catch(null);
const number = z.number().nullish().catch(null);

const alert = z
  .looseObject({
    alert_rule_id: word,
    name: z
      .string()
      .transform((text) => visibleName(text))
      .optional()
      .catch(undefined),
    metric: word,
    operator: word,
    threshold_value: number,
    window_duration: word,
    since: word,
    current_value: number,
  })
  .catch({} as never);

export const isAlert = (type: string): type is 'alerts.triggered' | 'alerts.resolved' =>
  type === 'alerts.triggered' || type === 'alerts.resolved';

/** Reads the data of an alert webhook. Missing members become null. */
export function readAlert(data: unknown): Omit<AlertMessage, 'id' | 'type' | 'at' | 'site' | 'url'> {
  const event = alert.parse(data);
  return {
    rule: { id: event.alert_rule_id ?? null, name: event.name ?? 'An alert rule' },
    metric: event.metric ?? null,
    operator: event.operator ?? null,
    threshold: event.threshold_value ?? null,
    window: event.window_duration ?? null,
    since: event.since ?? null,
    value: event.current_value ?? null,
  };
}

const STATES = {
  'alerts.triggered': 'is firing',
  'alerts.resolved': 'is over',
  'alerts.test': 'is a test. Nothing fires',
} as const;

/** `Slow turns is firing (shop).` */
function titleOf({ type, rule, site }: AlertMessage): string {
  return `${rule.name} ${STATES[type]}${site === '' ? '' : ` (${site})`}.`;
}

const figureOf = (metric: string, value: number | null): string => {
  if (value === null) return '–';
  return metric.startsWith('turn_latency') ? latencyText(value) : countText(value);
};

/** `turn latency p95 > 1.5 s within 5m, 2.1 s at last. Since 2026-11-02 09:00 UTC.`; empty without a metric. */
function factsOf({ metric, operator, threshold, window, value, since }: AlertMessage): string {
  if (metric === null) return '';
  const condition = `${metric.replaceAll('_', ' ')} ${operatorText(operator ?? '')} ${figureOf(metric, threshold)}`;
  const last = value === null ? '' : `, ${figureOf(metric, value)} at last`;
  const time = Date.parse(since ?? '');
  const began = Number.isNaN(time)
    ? ''
    : ` Since ${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  return `${condition}${window === null ? '' : ` within ${window}`}${last}.${began}`;
}

const LINK = 'Open in the console';
const filled = (lines: readonly string[]): readonly string[] => lines.filter((line) => line !== '');

/** Control characters of Slack's text. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Markdown of Discord. */
const discordText = (text: string): string => text.replace(/[\\*_~`|>#[\]()<:-]/g, '\\$&');

/** The body of a message, in each receiver's format. */
export const bodyOf: Readonly<Record<NotifyKind, (message: AlertMessage) => object>> = {
  json: (message) => message,
  slack(message) {
    const link = message.url === null ? '' : `<${message.url}|${LINK}>`;
    const [title, facts] = [titleOf(message), factsOf(message)].map(slackText);
    return { text: filled([`*${title}*`, facts ?? '', link]).join('\n'), unfurl_links: false };
  },
  discord(message) {
    const [title, facts] = [titleOf(message), factsOf(message)].map(discordText);
    const link = message.url === null ? '' : `<${message.url}>`;
    // The name of a rule must not mention anybody.
    return {
      content: filled([`**${title}**`, facts ?? '', link]).join('\n'),
      allowed_mentions: { parse: [] },
    };
  },
  teams(message) {
    // Text runs have no Markdown.
    const line = (text: string, weight = 'Default') => ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text, weight }],
    });
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [line(titleOf(message), 'Bolder'), ...filled([factsOf(message)]).map((text) => line(text))],
      actions: message.url === null ? [] : [{ type: 'Action.OpenUrl', title: LINK, url: message.url }],
    };
    return {
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
    };
  },
};
