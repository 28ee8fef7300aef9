import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { createPlatformClient, walkConversations } from '../../../src/platform/index.ts';
import { parseConfig, type RunningRelay, startRelay } from '../../../src/relay/index.ts';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { readCsv } from '../../support/read-csv.ts';
import { ADMIN_ENV, bearer, type KeyName } from '../support/admin.ts';
import { configFor } from '../support/emulator-config.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});
const openHost = useRestHost();

const NOW = Date.UTC(2026, 10, 12, 9, 2);
const DAY_MS = 24 * 3_600_000;
const MIDNIGHT = Date.UTC(2026, 10, 12);
const TOTAL = 2_800;

const iso = (at: number) => new Date(at).toISOString();

/** Calls to the REST hosts in progress, and all that were made. */
function countingFetch() {
  const paths: string[] = [];
  let running = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    paths.push(new URL(String(input)).pathname);
    running += 1;
    try {
      return await globalThis.fetch(input, init);
    } finally {
      running -= 1;
    }
  };
  return { fetch, paths, isIdle: () => running === 0 };
}

interface Opened {
  readonly relays?: number;
  readonly count?: number;
  /** Functions to call at the end. */
  readonly closers?: (() => Promise<void>)[];
}

async function open({ relays = 1, count: total = TOTAL, closers = closings }: Opened = {}) {
  const clock = createFakeClock(NOW);
  const conversations = { count: total, from: MIDNIGHT - 15 * DAY_MS, to: NOW - 600_000 };
  const emulator: Emulator = await startEmulator({ clock: createFakeClock(NOW), conversations });
  closers.push(emulator.close);
  const config = configFor(emulator);
  const store = createMemoryStore(clock);
  const counting = countingFetch();
  const all: RunningRelay[] = [];
  for (let nth = 0; nth < relays; nth += 1) {
    const relay = await startRelay(config, { clock, store, fetch: counting.fetch });
    closers.push(relay.close);
    all.push(relay);
  }
  const ask = async (path: string, key: KeyName = 'read', relay = all[0]) => {
    const response = await fetch(`${relay?.url}/admin/v1${path}`, { headers: bearer(key) });
    return { status: response.status, json: await response.json() };
  };
  const askText = async (path: string) =>
    (await fetch(`${all[0]?.url}/admin/v1${path}`, { headers: bearer('read') })).text();
  /** Lets time pass, but not while the platform is answering, until the backfill is complete. */
  async function backfill(): Promise<void> {
    const target = iso(MIDNIGHT - 15 * DAY_MS);
    for (;;) {
      for (let turn = 0; turn < 200; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (counting.isIdle()) clock.advance(200);
      }
      if ((await ask('/overview')).json.known_since === target) return;
    }
  }
  const client = createPlatformClient({
    url: emulator.platformUrl,
    key: emulator.platformKey,
    accountId: emulator.accountId,
    projectId: emulator.projectId,
  });
  /** A direct count over the list. */
  async function count(from: number, to: number, client_env: 'live' | 'sandbox' | 'pre-release' = 'live') {
    const span = { start_time: iso(from), end_time: iso(to) };
    const query = { ...span, client_env, include_latency: true, limit: 100 };
    const found = [];
    for await (const it of walkConversations(client, 'v3', { query })) if (it.ok) found.push(it.value);
    const latencies = found
      .flatMap(({ turns }) => (turns ?? []).flatMap(({ latency }) => latency ?? []))
      .sort((a, b) => a - b);
    return {
      conversations: found.length,
      in_progress: found.filter((conversation) => conversation.in_progress).length,
      turns: found.reduce((sum, conversation) => sum + (conversation.num_turns ?? 0), 0),
      handoffs: found.filter((conversation) => conversation.handoff).length,
      silent_turns: found.reduce((sum, conversation) => sum + (conversation.num_silences ?? 0), 0),
      out_of_domain_turns: found.reduce((sum, conversation) => sum + (conversation.num_ood ?? 0), 0),
      duration_s: found.reduce((sum, conversation) => sum + Math.round(conversation.total_duration ?? 0), 0),
      latency_turns: latencies.length,
      median: latencies[Math.ceil(latencies.length / 2) - 1] ?? 0,
      reasons: [
        ...new Set(
          found
            .filter((conversation) => conversation.handoff)
            .map((conversation) => conversation.handoff_reason ?? ''),
        ),
      ].sort(),
    };
  }
  /** The conversations of a range, as the platform lists them. */
  async function listed(from: number, to: number) {
    const query = {
      start_time: iso(from),
      end_time: iso(to),
      client_env: 'live',
      include_latency: true,
    } as const;
    const found = [];
    for await (const it of walkConversations(client, 'v3', { query: { ...query, limit: 100 } } as const))
      if (it.ok) found.push(it.value);
    return found;
  }
  return { clock, ask, askText, backfill, count, listed, relays: all, paths: counting.paths };
}

/** Of tests that only read: a relay that has read everything. */
let backfilled: Promise<Awaited<ReturnType<typeof open>>> | undefined;
const closersOfAll: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closersOfAll.reverse()) await close();
});
async function openBackfilled() {
  backfilled ??= open({ closers: closersOfAll }).then(async (bench) => {
    await bench.backfill();
    return bench;
  });
  return backfilled;
}

describe('the overview', () => {
  it('the overview equals a direct count over the list, and asks the platform for nothing', async () => {
    const { ask, count, paths } = await openBackfilled();
    const [from, to] = [MIDNIGHT - DAY_MS, MIDNIGHT + 3_900_000];
    const asked = paths.length;
    const { json } = await ask(`/overview?from=${iso(from)}&to=${iso(to)}`);
    expect(paths.length).toBe(asked);
    const { median, reasons, ...counted } = await count(from, to);
    expect(json.totals).toMatchObject(counted);
    expect(Math.abs(json.totals.latency_p50_ms - median)).toBeLessThanOrEqual(median * 0.1 + 0.5);
    expect(json.totals.peak_concurrency).toBeGreaterThan(0);
    expect(json.handoff_reasons.map((item: { reason: string }) => item.reason).sort()).toEqual(reasons);
    const before = await count(from - 7 * DAY_MS, to - 7 * DAY_MS);
    expect(json.previous.conversations).toBe(before.conversations);
    expect([json.from, json.to, json.previous_from]).toEqual([from, to, from - 7 * DAY_MS].map(iso));
    const ofSteps = (steps: { conversations: number }[]) =>
      steps.reduce((sum, { conversations }) => sum + conversations, 0);
    expect([ofSteps(json.series), ofSteps(json.previous_series)]).toEqual([
      counted.conversations,
      before.conversations,
    ]);
    expect(json.series.length).toBeLessThanOrEqual(60);
    expect(json).toMatchObject({ step: 3_600, failing: null, alerts: { firing: [] } });
    expect(json.in_progress_now).toMatchObject({ is_complete: true });
  });

  it('the overview of a whole day matches the day’s report', async () => {
    const { ask, count, paths } = await openBackfilled();
    const [from, to] = [MIDNIGHT - DAY_MS, MIDNIGHT];
    const asked = paths.length;
    const { json: overview } = await ask(`/overview?from=${iso(from)}&to=${iso(to)}`);
    const { json: report } = await ask('/report');
    expect(paths.length).toBe(asked);
    for (const name of [
      'totals',
      'previous',
      'handoff_reasons',
      'other_handoffs',
      'previous_from',
      'known_until',
    ])
      expect([name, report[name]]).toEqual([name, overview[name]]);
    expect(report).toMatchObject({ day: iso(from).slice(0, 10), is_complete: true });
    const counts = [];
    for (let hour = from; hour < to; hour += 3_600_000)
      counts.push((await count(hour, hour + 3_600_000)).conversations);
    expect(report.busiest_hour.conversations).toBe(Math.max(...counts));
    const { json: today } = await ask(`/report?day=${iso(MIDNIGHT).slice(0, 10)}`);
    expect(today).toMatchObject({ from: iso(MIDNIGHT), is_complete: false });
  });

  it('the overview compares with as much of the week before as is known of this one', async () => {
    const { ask, backfill, count } = await open({ count: 600 });
    const { json: first } = await ask('/overview');
    await backfill();
    const { json } = await ask('/overview');
    expect([first.is_backfilling, json.is_backfilling]).toEqual([true, false]);
    const [from, to, until, before] = [json.from, json.to, json.known_until, json.previous_from].map(
      Date.parse,
    );
    if (!from || !to || !until || !before) throw new Error('a time is missing');
    expect([from - before, until < to]).toEqual([7 * DAY_MS, true]);
    const counted = await count(before, until - 7 * DAY_MS);
    expect(json.previous.conversations).toBe(counted.conversations);
    expect(json.previous_series.length).toBe(json.series.length);
  });

  it('compares with nothing until all of the previous range is known', async () => {
    const { ask, backfill } = await open({ count: 600 });
    const paths = ['/overview', `/overview?from=${iso(NOW - 7 * DAY_MS)}&to=${iso(NOW)}`, '/report'];
    const previousOf = async () =>
      (await Promise.all(paths.map((path) => ask(path)))).map(({ json }) => json.previous !== null);
    expect(await previousOf()).toEqual([false, false, false]);
    await backfill();
    expect(await previousOf()).toEqual([true, true, true]);
    const { json } = await ask(`/overview?from=${iso(NOW - 14 * DAY_MS)}&to=${iso(NOW)}`);
    expect([json.totals.conversations > 0, json.previous]).toEqual([true, null]);
  });

  it('the overview shows since when a relay counts, and compares with nothing before', async () => {
    const { ask, clock } = await open({ count: 1 });
    const { json: first } = await ask(`/overview?from=${iso(NOW - 8 * DAY_MS)}`);
    expect(first.relays).toMatchObject({ known_since: iso(NOW), totals: { sessions: 0 }, previous: null });
    const { json: report } = await ask('/report');
    expect(report.relays).toEqual({ known_since: iso(NOW), totals: null, previous: null });
    expect(report.webhooks_known_since).toBe(iso(NOW));
    expect((await ask('/webhook-events', 'all')).json.known_since).toBe(iso(NOW));
    for (let day = 0; day < 9; day += 1) clock.advance(DAY_MS);
    const { json: later } = await ask('/report');
    expect(later.relays.previous).toEqual(expect.objectContaining({ sessions: 0 }));
  });

  it('two relays on one store read conversations once', async () => {
    const { ask, backfill, relays, paths } = await open({ relays: 2, count: 600 });
    await backfill();
    const lists = paths.filter((path) => path.startsWith('/v3/')).length;
    // 16 days of three environments, and what is in progress now.
    expect(lists).toBeLessThan(48 + 30 + 30);
    const [one, other] = [await ask('/overview'), await ask('/overview', 'read', relays[1])];
    expect(other.json.totals).toEqual(one.json.totals);
    expect(one.json.totals.conversations).toBeGreaterThan(0);
  });

  it('refuses a key without the right scope, and an invalid range', async () => {
    const { ask } = await open({ count: 1 });
    const statuses = [
      await ask('/overview', 'call'),
      await ask('/insights', 'write'),
      await ask(`/overview?from=${iso(NOW)}&to=${iso(NOW - 1)}`),
      await ask(`/overview?from=${iso(NOW - 500 * DAY_MS)}`),
      await ask('/insights?step=301'),
      await ask(`/insights?step=300&by=channel&from=${iso(NOW - 8 * DAY_MS)}`),
      await ask('/overview?zone=UTC'),
    ];
    expect(statuses.map((answer) => answer.status)).toEqual([403, 403, 400, 400, 400, 400, 400]);
  });
});

describe('the conversations behind a figure', () => {
  const [from, to] = [MIDNIGHT - DAY_MS, MIDNIGHT + 3_900_000];
  const range = `from=${iso(from)}&to=${iso(to)}`;
  const exported = `start_time=${iso(from)}&end_time=${iso(to)}`;
  const sorted = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id).sort();

  it('lists the platform’s conversations behind a figure, as many as the overview counts', async () => {
    const { ask, askText, listed } = await openBackfilled();
    const { json: overview } = await ask(`/overview?${range}`);
    const { totals, handoff_reasons: reasons, other_handoffs: others } = overview;
    const all = await listed(from, to);
    const slowest = ({ turns }: (typeof all)[number]) =>
      Math.max(0, ...(turns ?? []).map(({ latency }) => latency ?? 0));
    const named = reasons.slice(0, 2).map(({ reason }: { reason: string }) => reason);
    const kinds: [string, number | undefined, (it: (typeof all)[number]) => boolean][] = [
      ['handoff=true', totals.handoffs, (it) => it.handoff === true],
      ['silent=true', totals.silent_conversations, (it) => (it.num_silences ?? 0) > 0],
      ['out_of_domain=true', totals.out_of_domain_conversations, (it) => (it.num_ood ?? 0) > 0],
      [`slower_than=${totals.latency_p95_ms}`, undefined, (it) => slowest(it) > totals.latency_p95_ms],
      [
        'handoff_reason_beyond=2',
        reasons.slice(2).reduce((sum: number, it: { handoffs: number }) => sum + it.handoffs, others),
        (it) => it.handoff === true && !named.includes(it.handoff_reason ?? ''),
      ],
      ...reasons.map(({ reason, handoffs }: { reason: string; handoffs: number }) => [
        `handoff_reason=${encodeURIComponent(reason)}`,
        handoffs,
        (it: (typeof all)[number]) => it.handoff === true && (it.handoff_reason ?? '') === reason,
      ]),
    ];
    for (const [query, total, isOne] of kinds) {
      const rows = all.filter(isOne);
      const pages: { id: string; started_at: string; turns: unknown }[][] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const before: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const { json } = await ask(
          `/conversations?${exported}&limit=20&include_latency=true&${query}${before}`,
        );
        expect(json).toMatchObject({ total: total ?? rows.length, complete: true, note: null });
        pages.push(json.conversations);
        cursor = json.cursor;
      }
      const listedRows = pages.flat();
      expect([query, sorted(listedRows)]).toEqual([query, sorted(rows)]);
      expect(pages.slice(0, -1).every((it) => it.length === 20)).toBe(true);
      const starts = listedRows.map((it) => Date.parse(it.started_at));
      expect(starts).toEqual(starts.toSorted((a, b) => b - a));
      // As the platform sends them.
      expect(listedRows.map(({ id, turns }) => [id, turns])).toEqual(
        listedRows.map(({ id }) => [id, all.find((it) => it.id === id)?.turns]),
      );
    }
    expect([totals.handoffs > 5, totals.silent_turns > 0, named.length]).toEqual([true, true, 2]);
    for (const [query, , isOne] of kinds) {
      const [, ...lines] = readCsv(await askText(`/conversations/export?${exported}&${query}`), ',');
      expect([query, lines.map(([id]) => id).sort()]).toEqual([query, sorted(all.filter(isOne))]);
    }
  });

  it('exports the conversations behind a figure, with the other filters of the list', async () => {
    const { askText, listed } = await openBackfilled();
    const path = `/conversations/export?${exported}&handoff=true&channel=WEBCHAT&sep=;`;
    const [heads = [], ...lines] = readCsv(await askText(path), ';');
    const all = (await listed(from, to)).filter((it) => it.handoff && it.channel === 'WEBCHAT');
    expect([heads.length, lines.map(([id]) => id).sort()]).toEqual([19, sorted(all)]);
    expect(all.length).toBeGreaterThan(0);
  });

  it('counts conversations that began more than 8 days ago, but does not list them', async () => {
    const { ask, askText } = await openBackfilled();
    const [since, until] = [iso(MIDNIGHT - 14 * DAY_MS), iso(MIDNIGHT - 10 * DAY_MS)];
    const old = `start_time=${since}&end_time=${until}`;
    const { json } = await ask(`/conversations?${old}&handoff=true`);
    expect([json.conversations, json.total > 0, json.complete, json.note]).toEqual([
      [],
      true,
      false,
      'The conversations behind figures are kept for 8 days, for less in busy projects.',
    ]);
    const { json: slow } = await ask(`/conversations?${old}&slower_than=1`);
    expect([slow.total, slow.complete]).toEqual([null, false]);

    const lastOf = async (query: string) => {
      const file = await askText(`/conversations/export?start_time=${since}&end_time=${until}&${query}`);
      return readCsv(file, ',').at(-1)?.[0];
    };
    expect(await lastOf('handoff=true')).toBe(`0 of ${json.total} conversations. ${json.note}`);
    for (const query of ['slower_than=1', 'handoff=true&channel=WEBCHAT'])
      expect(await lastOf(query)).toBe(`Conversations are missing. ${json.note}`);
  });

  it('says that conversations are missing while the relay has not read all of the range', async () => {
    const { ask, askText } = await open({ count: 100 });
    const note = 'The relay has not read all conversations of this range.';
    for (const query of ['silent=true', 'slower_than=1']) {
      const { json } = await ask(`/conversations?${exported}&${query}`);
      expect(json).toEqual({ conversations: [], cursor: null, total: null, complete: false, note });
      const file = await askText(`/conversations/export?${exported}&${query}`);
      expect(readCsv(file, ',').at(-1)?.[0]).toBe(`Conversations are missing. ${note}`);
    }
  });

  it('refuses to export them with another choice of conversations, or of another project', async () => {
    const { ask, paths } = await open({ count: 1 });
    const asked = paths.length;
    for (const query of [
      'ran=true',
      'query_type=transcript&query=hi',
      'sample=random',
      'project_id=PROJECT-other',
      'account_id=ACCOUNT-other',
      'slower_than=5',
    ])
      for (const path of ['', '/export']) {
        const { status } = await ask(`/conversations${path}?${exported}&silent=true&${query}`);
        expect([path, query, status]).toEqual([path, query, 400]);
      }
    expect(paths.length).toBe(asked);
  });

  it('lists the conversations behind a figure for keys that may read, by one filter', async () => {
    const { ask } = await open({ count: 1 });
    const statuses = [
      await ask('/conversations?silent=true', 'write'),
      await ask('/conversations?silent=false'),
      await ask('/conversations?slower_than=x'),
      await ask('/conversations?silent=true&handoff_reason=refund'),
      await ask('/conversations?handoff_reason=refund&handoff_reason_beyond=2'),
      await ask('/conversations?silent=true&version=v2'),
      await ask('/conversations?silent=true&source=data'),
      await ask('/conversations?handoff_reason='),
      await ask('/conversations?handoff=true&cursor=elsewhere'),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([403, 400, 400, 400, 400, 400, 400, 200, 200]);
  });
});

describe('the history of a metric', () => {
  //
  it('the history of a metric has the calls of each window, and no data without any', async () => {
    const { ask, clock, count } = await openBackfilled();
    const { json } = await ask('/metric-history?metric=call_volume&window_duration=60m');
    const first = Date.parse(json.first_at);
    const valueAt = (at: number): number | null => json.values[(at - first) / 300_000];
    // Whole windows only: the first one begins with the earliest five minutes of the last 8 days.
    const earliest = Math.floor((clock.now() - 8 * DAY_MS) / 300_000) * 300_000;
    expect([json.step, first]).toEqual([300, earliest + 3_600_000]);
    for (const at of [MIDNIGHT - 2 * DAY_MS + 36_000_000, MIDNIGHT - 600_000, first]) {
      const counts = await Promise.all(
        (['live', 'sandbox', 'pre-release'] as const).map((name) => count(at - 3_600_000, at, name)),
      );
      const calls = counts.reduce((sum, { conversations }) => sum + conversations, 0);
      expect([at, valueAt(at)]).toEqual([at, calls || null]);
    }
    expect(Math.max(...json.values)).toBeGreaterThan(1);
    expect(json.values).not.toContain(0);
  });

  it('the history exists for metrics that conversations tell, for keys that may read', async () => {
    const { ask } = await open({ count: 1 });
    const answers = [
      await ask('/metric-history?metric=api_errors&window_duration=5m'),
      await ask('/metric-history?metric=call_volume&window_duration=7m'),
      await ask('/metric-history?metric=call_volume&window_duration=5m', 'write'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([400, 400, 403]);
  });

  it('the history of a metric is empty before anything was read', async () => {
    const { ask } = await open({ count: 1 });
    const { json } = await ask('/metric-history?metric=turn_latency_p95&window_duration=5m');
    expect(json).toEqual({
      project_id: expect.any(String),
      known_since: null,
      first_at: null,
      step: 300,
      values: [],
      lowest: [],
      highest: [],
    });
  });
});

describe('insights', () => {
  it('the series add up to the same whatever their step and their names', async () => {
    const { ask, count } = await openBackfilled();
    const range = `from=${iso(MIDNIGHT - 3 * DAY_MS)}&to=${iso(MIDNIGHT - DAY_MS)}`;
    const sumOf = async (query: string) => {
      const { json } = await ask(`/insights?${range}&${query}`);
      return json.series
        .flatMap((series: { steps: { turns: number }[] }) => series.steps)
        .reduce((sum: number, step: { turns: number }) => sum + step.turns, 0);
    };
    const { turns } = await count(MIDNIGHT - 3 * DAY_MS, MIDNIGHT - DAY_MS);
    const sums = [
      await sumOf('step=300'),
      await sumOf('step=600'),
      await sumOf('step=3600&by=channel'),
      await sumOf('step=3600&by=variant'),
      await sumOf('step=86400'),
    ];
    expect(sums).toEqual(sums.map(() => turns));
    const { json } = await ask(`/insights?${range}&step=86400&by=environment`);
    expect(json.series.map((series: { name: string }) => series.name)).toEqual([
      'live',
      'sandbox',
      'pre-release',
    ]);
  });

  it('tells that insights are switched off', async () => {
    const host = await openHost();
    host.answer(answerJson(200, {}));
    const config = parseConfig(
      {
        ...restEnv(host),
        ...ADMIN_ENV,
        FOYER_MESSAGING_URL: host.url,
        FOYER_CONNECTOR_TOKEN: 'connector-token-of-insights',
        FOYER_HOST_IDENTIFIER: 'shop.example.com',
        FOYER_PORT: '0',
        FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
        FOYER_LOG_LEVEL: 'silent',
      },
      { read: () => undefined },
    );
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    const clock = createFakeClock(NOW);
    const relay = await startRelay(config.value, { clock });
    closings.push(relay.close);
    clock.advance(DAY_MS);
    const response = await fetch(`${relay.url}/admin/v1/insights`, { headers: bearer('read') });
    expect([response.status, (await response.json()).detail]).toEqual([
      503,
      'Set FOYER_PLATFORM_URL, FOYER_PLATFORM_API_KEY, FOYER_ACCOUNT_ID and FOYER_PROJECT_ID, and not FOYER_INSIGHTS=off.',
    ]);
    expect(host.asked).toEqual([]);
  });
});
