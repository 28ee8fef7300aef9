import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../src/relay/node/metrics.ts';

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly summary: string };
    }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

/** Labels that Prometheus adds to what it scrapes. */
const SCRAPED = ['instance', 'job'];

/** The labels of each series that a relay with a site publishes once everything has happened. */
async function publishedSeries(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const metrics = createMetrics();
  const site = metrics.ofSite('shop');
  site.answered({ method: 'GET', route: '/healthz', status: 200, inMs: 1 });
  site.called({ family: 'messaging', status: 'none', inMs: 1 });
  site.failed({ failed: 'platform', code: 'configuration' });
  site.session('created');
  site.socketRefused(502);
  site.visitorReported({ version: 'v', carrier: 'direct', usable_ms: 1, first_word_ms: 1 });
  metrics.storeFailed('get');
  metrics.clientHidden();
  const series = new Map<string, Set<string>>([['up', new Set(SCRAPED)]]);
  for (const line of (await (await metrics.render()).text()).split('\n')) {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const of = series.get(name) ?? new Set(SCRAPED);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) of.add(label);
    series.set(name, of);
  }
  return series;
}

/** The labels by which a query adds up; empty if it keeps all. */
const groupedBy = (query: string): string[] =>
  [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '));

/** Names in a query that no series has: `name`, or `name{label}`. */
function unknownIn(query: string, series: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const used = [...query.matchAll(/\b(up|(?:foyer|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
  return used.flatMap(([, name = '', matchers = '']) => {
    const labels = series.get(name);
    if (!labels) return [name];
    const asked = [...matchers.matchAll(/(\w+)=/g)].map(([, label = '']) => label);
    return [...asked, ...groupedBy(query)]
      .filter((label) => !labels.has(label))
      .map((label) => `${name}{${label}}`);
  });
}

describe('the configurations for monitoring', () => {
  const rules = (parse(read('prometheus-rules.yaml')) as Rules).groups.flatMap((group) => group.rules);
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
  const targets = panels.flatMap((panel) => panel.targets);

  it('the monitoring asks only for metrics and labels that the relay publishes', async () => {
    const series = await publishedSeries();
    const queries = [...rules, ...targets].map(({ expr }) => expr);
    expect(queries.flatMap((query) => unknownIn(query, series))).toEqual([]);
    expect(queries.length).toBeGreaterThan(20);
  });

  it('the texts of the monitoring name only labels that their query keeps', () => {
    const texts = [
      ...rules.map(({ expr, annotations: { summary } }) => ({ expr, text: summary })),
      ...targets.map(({ expr, legendFormat }) => ({ expr, text: legendFormat })),
    ];
    const unknown = texts.flatMap(({ expr, text }) => {
      const kept = groupedBy(expr);
      const named = [...text.matchAll(/\{\{ ?(?:\$labels\.)?([a-z]+) ?\}\}/g)].map(([, label = '']) => label);
      return named.filter((label) => !(kept.length > 0 ? kept : SCRAPED).includes(label));
    });
    expect(unknown).toEqual([]);
  });
});
