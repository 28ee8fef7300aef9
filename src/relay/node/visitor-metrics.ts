import { Counter, Histogram, type Registry } from 'prom-client';
import { VERSION } from '../../base/version.ts';
import { CARRIERS } from '../../protocol/relay.ts';
import { type CarriedReport, HEALTH_ERRORS } from '../../protocol/visitor-health.ts';

/** Seconds that a visitor waits. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 20, 30, 60];

type Labels = Readonly<Record<string, string>>;

/** Metrics of visitors' pages. All label values are the relay's own: anyone can send a report. */
export function createVisitorMetrics(registers: Registry[]) {
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames: [...labelNames, 'site'], registers });
  const durations = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['site'], buckets: BUCKETS, registers });

  const pages = counter(
    'foyer_visitor_pages_total',
    'Pages with an opened chat as they report it, by outcome, carrier and version of the widget: current or other.',
    'outcome',
    'carrier',
    'version',
  );
  const usable = durations(
    'foyer_visitor_usable_seconds',
    'From the start of the conversation until the visitor could talk.',
  );
  const firstWord = durations(
    'foyer_visitor_first_word_seconds',
    "From a page's first message until the first word of an answer.",
  );
  const reconnects = counter('foyer_visitor_reconnects_total', 'Lost and restored connections of pages.');
  const failed = counter('foyer_visitor_messages_failed_total', 'Messages that failed on pages.');
  const errors = counter('foyer_visitor_errors_total', 'Errors that pages showed, by code.', 'code');

  return {
    /** Begins the counters of a site at 0, so that the first report is an increase. */
    begin(own: Labels): void {
      for (const outcome of ['usable', 'failed'])
        for (const carrier of CARRIERS)
          for (const version of ['current', 'other']) pages.inc({ outcome, carrier, version, ...own }, 0);
      reconnects.inc(own, 0);
      failed.inc(own, 0);
      for (const code of HEALTH_ERRORS) errors.inc({ code, ...own }, 0);
    },
    count(report: CarriedReport, own: Labels): void {
      const { opened: outcome, carrier, usable_ms, first_word_ms } = report;
      const version = report.version === VERSION ? 'current' : 'other';
      if (outcome) pages.inc({ outcome, carrier, version, ...own });
      if (usable_ms !== undefined) usable.observe(own, usable_ms / 1_000);
      if (first_word_ms !== undefined) firstWord.observe(own, first_word_ms / 1_000);
      reconnects.inc(own, report.reconnects ?? 0);
      failed.inc(own, report.failed ?? 0);
      for (const code of HEALTH_ERRORS) errors.inc({ code, ...own }, report.errors?.[code] ?? 0);
    },
  };
}
