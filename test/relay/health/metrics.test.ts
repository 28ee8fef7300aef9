import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/base/version.ts';
import { createMetrics } from '../../../src/relay/node/metrics.ts';

const render = async () => (await createMetrics().render()).text();

const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const namesIn = (text = ''): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

/** Names before the colon of each item of the list of metrics. */
const listedMetrics = (): string[] =>
  (page.split('\nMetrics and their labels:\n\n')[1]?.split('\n\n')[0] ?? '')
    .split('\n')
    .flatMap((line) => namesIn(line.split(': ')[0]));

describe('the metrics', () => {
  it('the metrics are the ones that docs/operations.md lists and prom-client’s for processes', async () => {
    const exported = [...(await render()).matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    const listed = listedMetrics();
    const own = exported.filter((name) => name.startsWith('foyer_'));
    const others = exported.filter((name) => !own.includes(name));
    expect(own.sort()).toEqual(listed.filter((name) => name.startsWith('foyer_')).sort());
    expect(others.filter((name) => !/^(process|nodejs)_/.test(name))).toEqual([]);
    for (const name of listed) expect(exported).toContain(name);
  });

  it('the metrics have the kinds of refusals that docs/operations.md lists', async () => {
    const kinds = [...(await render()).matchAll(/^foyer_refusals_total\{kind="(\w+)"\} 0$/gm)];
    expect(namesIn(page.match(/^The `kind` of a refusal is one of (.*?)\./m)?.[1])).toEqual(
      kinds.map(([, kind]) => kind),
    );
  });

  it('the metrics have a bounded number of codes, whatever codes the platform invents', async () => {
    const metrics = createMetrics();
    for (let nth = 0; nth < 1_000; nth++) metrics.failed({ failed: 'platform', code: `CODE_${nth}` });
    metrics.failed({ failed: 'platform', code: 'CODE_1' });
    const text = await (await metrics.render()).text();
    expect(text.match(/^foyer_errors_total\{/gm)?.length).toBe(101);
    expect(text).toMatch(/^foyer_errors_total\{code="CODE_1"\} 2$/m);
    expect(text).toMatch(/^foyer_errors_total\{code="other"\} 900$/m);
  });

  it('the metrics name the version that runs', async () => {
    expect(await render()).toContain(
      `foyer_build_info{version="${VERSION}",node="${process.versions.node}"} 1\n`,
    );
  });

  it('metrics of the process are measured once, however many relays it has', async () => {
    const [one, other] = [await render(), await render()];
    const start = /^process_start_time_seconds \d+$/m;
    expect([one.match(start)?.[0], one.match(/^# TYPE process_start/gm)]).toEqual([
      other.match(start)?.[0],
      ['# TYPE process_start'],
    ]);
  });
});
