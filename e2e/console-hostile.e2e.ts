import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { CANARY, CORPUS } from '../test/support/corpus/index.ts';
import { openConsole, panel, rows, SOME_CONVERSATIONS } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: SOME_CONVERSATIONS });

const TIME = /^\d{4}-\d\d-\d\dT/;
/** Values that the relay itself writes. The console trusts them. */
const OF_RELAY = new Set([
  'known',
  'cursor',
  'from',
  'to',
  'previous_from',
  'previous_to',
  'start',
  'end',
  'at',
]);

/** Answers of the relay itself. Of their times only those of alerts and the bodies of webhooks are the platform's. */
const OWN =
  /\/(?:annotations|audit|behavior|branches|keys|metric-history|outbound-calls|overview|report|webhook-)/;
const OF_PLATFORM = new Set(['since', 'body']);

/** Names of many rows. */
const NAMES = new Set(['variant_id', 'variant_name']);

/** Answers of the relay, in which every text is one of the corpus, times too if `hasTimes` is false. */
function createHostileAnswers(hasTimes: boolean) {
  let at = 0;
  /** The original value by the hostile text in its place. */
  const before = new Map<string, string>();
  const names = new Map<string, string>();
  const used = new Set<number>();

  function hostile(value: unknown, keepsTimes: boolean, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => hostile(item, keepsTimes, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, value]) => [
          key,
          hostile(value, hasTimes || (keepsTimes && !OF_PLATFORM.has(key)), key),
        ]),
      );
    if (typeof value !== 'string' || (keepsTimes && TIME.test(value)) || OF_RELAY.has(name)) return value;
    const known = NAMES.has(name) ? names.get(value) : undefined;
    if (known !== undefined) return known;
    const attack = CORPUS[at % CORPUS.length];
    if (!attack) throw new Error('the corpus is empty');
    // Ids must differ.
    const text = at < CORPUS.length ? attack.text : `${attack.text} ${at}`;
    at += 1;
    before.set(text, value);
    names.set(value, text);
    used.add(attack.number);
    return text;
  }

  return {
    used,
    async install(page: Page): Promise<void> {
      await page.route('**/admin/v1/**', async (route) => {
        const url = new URL(route.request().url());
        const parts = url.pathname.split('/').map((part) => {
          const text = decodeURIComponent(part);
          return encodeURIComponent(before.get(text) ?? text);
        });
        url.pathname = parts.join('/');
        for (const [name, value] of url.searchParams) url.searchParams.set(name, before.get(value) ?? value);
        const response = await route.fetch({ url: url.href });
        const isJson = response.headers()['content-type']?.includes('json');
        await route.fulfill(
          isJson
            ? { response, json: hostile(await response.json(), hasTimes || OWN.test(url.pathname)) }
            : { response },
        );
      });
    },
  };
}

for (const hasTimes of [true, false])
  test(`hostile texts stay texts on every page${hasTimes ? '' : ', in the place of times, too'}`, {
    tag: hasTimes ? '@ci' : '@full',
  }, async ({ page, demo }) => {
    test.slow();
    const executed: number[] = [];
    const elsewhere: string[] = [];
    await page.exposeFunction(CANARY, (number: number) => executed.push(number));
    page.on('request', (request) => {
      if (!request.url().startsWith(demo.relayUrl)) elsewhere.push(request.url());
    });
    page.context().on('page', (opened) => elsewhere.push(`window ${opened.url()}`));
    for (const [path, data] of [
      [
        'alert-rules',
        {
          name: 'Slow',
          metric: 'turn_latency_p95',
          operator: '>',
          threshold_value: 1,
          window_duration: '5m',
        },
      ],
      [
        'webhook-endpoints',
        { name: 'Desk', url: 'https://example.com/hook', event_types: ['alerts.triggered'] },
      ],
    ] as const) {
      const headers = { Authorization: `Bearer ${demo.adminKey}` };
      const answer = await page.request.post(`${demo.relayUrl}/admin/v1/${path}`, { data, headers });
      expect([path, answer.status()]).toEqual([path, 201]);
    }
    const answers = createHostileAnswers(hasTimes);
    await answers.install(page);

    const layers = ['latency', 'functions', 'entities', 'intents', 'translations', 'raw'];
    const faults = await openConsole(
      page,
      demo,
      `/console/conversations?range=7d&layer=${layers.join('&layer=')}`,
    );
    await expect(rows(page).first()).toBeVisible();
    while (hasTimes && answers.used.size < CORPUS.length) {
      const shown = await rows(page).count();
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => rows(page).count()).toBeGreaterThan(shown);
    }
    for (const row of [0, 3, 5]) {
      await rows(page).nth(row).click();
      await expect(panel(page).getByRole('listitem').first()).toBeVisible();
      await page.keyboard.press('Escape');
    }
    for (const name of ['Overview', 'Alerts', 'Report', 'Behaviour', 'Calls', 'Install', 'Audit']) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.locator('[data-status=ready]').first()).toBeVisible();
    }
    await page.unrouteAll({ behavior: 'wait' });
    expect({ executed, elsewhere, faults }).toEqual({ executed: [], elsewhere: [], faults: [] });
  });
