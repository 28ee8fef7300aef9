import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../src/relay/health/metrics.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

declare const __FOYER_VERSION__: string;

const render = async () => (await createMetrics(createFakeClock()).render()).text();

/** The rows of the table of metrics in docs/operations.md: their names and what follows. */
function documented(): Map<string, string> {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, table = ''] = /\n\| Metric +\|.*\n\| *-.*\n((?:\|.*\n)+)/.exec(text) ?? [];
  return new Map(
    table.split('\n').flatMap((row) => {
      const [, names = '', rest = ''] = /^\| (.*?) +\| (.*) \|$/.exec(row) ?? [];
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, rest] as const);
    }),
  );
}

describe('the metrics', () => {
  it('are those that docs/operations.md lists, and those that prom-client publishes for processes', async () => {
    const exported = [...(await render()).matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    const own = exported.filter((name) => name.startsWith('foyer_'));
    const others = exported.filter((name) => !own.includes(name));
    expect(own.sort()).toEqual([...documented().keys()].filter((name) => name.startsWith('foyer_')).sort());
    expect(others.filter((name) => !/^(process|nodejs)_/.test(name))).toEqual([]);
    for (const name of documented().keys()) expect(exported).toContain(name);
  });

  it('say which version runs', async () => {
    expect(await render()).toContain(
      `foyer_build_info{version="${__FOYER_VERSION__}",node="${process.versions.node}"} 1\n`,
    );
  });

  it('of the process are measured once, however many relays it has', async () => {
    const [one, other] = [await render(), await render()];
    const start = /^process_start_time_seconds \d+$/m;
    expect([one.match(start)?.[0], one.match(/^# TYPE process_start/gm)]).toEqual([
      other.match(start)?.[0],
      ['# TYPE process_start'],
    ]);
  });
});
