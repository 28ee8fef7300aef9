import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { shareOf } from '../../../support/sizes.ts';
import { newSession } from '../../support/visitor.ts';
import { type Call, onPlatform } from './rest-calls.ts';

const clock = createFakeClock();
const HOUR_MS = 3_600_000;
const TO = clock.now() - 24 * HOUR_MS;
const FROM = TO - 24 * HOUR_MS;
const RANGE = {
  start_time: new Date(FROM).toISOString(),
  end_time: new Date(clock.now() + HOUR_MS).toISOString(),
};

let emulator: Emulator;
let platform: Call;
beforeAll(async () => {
  emulator = await startEmulator({
    clock,
    conversations: { count: 120, seed: 1, from: FROM, to: TO },
    keys: [{ family: 'platform', key: 'both', projectIds: ['shop', 'warehouse'] }],
  });
  platform = onPlatform(emulator, 'both');
});
afterAll(() => emulator.close());

interface Page {
  readonly conversations: readonly { readonly id: string }[];
  readonly next_offset?: number;
  readonly cursor?: string | null;
}
type Query = Record<string, string>;

async function page(query: Query, version = 'v3', on = platform): Promise<Page> {
  const path = `/${version}/lumen-oak/shop/conversations?${new URLSearchParams(query)}`;
  const { status, body } = await on('GET', path);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Page;
}
const idsOf = ({ conversations }: Page) => conversations.map(({ id }) => id);

/** The ids of all pages; calls `between` after each page. */
async function walk(query: Query, between: () => unknown = () => {}): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const next = await page({ ...query, ...(cursor && { cursor }) });
    ids.push(...idsOf(next));
    cursor = next.cursor;
    await between();
  } while (cursor);
  return ids;
}

const MODES: readonly (readonly [string, Query])[] = [
  ['all', {}],
  ['a transcript search', { ...RANGE, query_type: 'transcript', query: 'delivery' }],
  ['a semantic search', { ...RANGE, query_type: 'semantic', query: 'delivery cost' }],
  ['a sample', { ...RANGE, sample: 'random' }],
];

describe('pages by cursor (R-4.2)', () => {
  it.each(MODES)('pages add up to the whole list for every page length: %s', async (_, query) => {
    const whole = idsOf(await page({ ...query, limit: '1000' }));
    expect(whole.length).toBeGreaterThan(15);
    // 1 at full size.
    const shortest = Math.ceil(whole.length / shareOf(whole.length));
    for (const limit of [shortest, 7, whole.length - 1, whole.length, whole.length + 1])
      expect(await walk({ ...query, limit: String(limit) })).toEqual(whole);
  });

  let generation = 1;
  it('pages neither lose nor repeat a conversation while others are added', async () => {
    const write = fc.constantFrom('session', 'earlier', 'among', 'nothing');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...MODES),
        fc.integer({ min: 5, max: 60 }),
        fc.array(write, { minLength: 1, maxLength: 6 }),
        async ([, query], limit, writes) => {
          const before = idsOf(await page({ ...query, limit: '1000' }));
          let at = 0;
          const seen = await walk({ ...query, limit: String(limit) }, async () => {
            const kind = writes[at % writes.length];
            at += 1;
            if (at > writes.length || kind === 'nothing') return;
            generation += 1;
            if (kind === 'session') await newSession(emulator);
            else if (kind === 'earlier')
              emulator.generate({ count: 3, seed: generation, from: FROM - HOUR_MS, to: FROM });
            else emulator.generate({ count: 3, seed: generation, from: FROM, to: TO });
          });
          expect(seen).toHaveLength(new Set(seen).size);
          const known = new Set(before);
          expect(seen.filter((id) => known.has(id))).toEqual(before);
        },
      ),
      { numRuns: shareOf(15) },
    );
  });

  it('pages end with a null cursor, even when one page has everything', async () => {
    expect(await page({ limit: '1000' })).toMatchObject({ cursor: null });
    expect(await page({ variant_id: 'never' })).toEqual({ conversations: [], cursor: null });
    expect(await page({ limit: '1000' })).not.toHaveProperty('next_offset');
  });

  it('pages by cursor have URL-safe cursors that take precedence over an offset (R-4.4)', async () => {
    const first = await page({ limit: '5' });
    const cursor = first.cursor ?? '';
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(await page({ limit: '5', cursor, offset: '50' })).toEqual(await page({ limit: '5', cursor }));
    expect(await page({ limit: '5', offset: '5' })).toEqual(await page({ limit: '5', cursor }));
  });

  it('pages have the next offset, except the last page (R-4.3)', async () => {
    const offsets: (number | undefined)[] = [];
    let next: Page = await page({ limit: '40', offset: '15' });
    for (; next.cursor; next = await page({ limit: '40', cursor: next.cursor }))
      offsets.push(next.next_offset);
    expect([offsets, next.next_offset]).toEqual([offsets.map((_, at) => 55 + 40 * at), undefined]);
    expect(offsets.length).toBeGreaterThan(1);
  });

  it('the length and the included parts may change between pages', async () => {
    const { cursor } = await page({ limit: '5' });
    const next = await page({ limit: '3', cursor: cursor ?? '', include_latency: 'true' });
    expect(idsOf(next)).toEqual(idsOf(await page({ limit: '3', offset: '5' })));
  });

  it('refuses a cursor that is malformed, altered or of another query, project or platform', async () => {
    const { cursor } = await page({ limit: '5' });
    const given = cursor ?? '';
    const other = await startEmulator({ clock, conversations: { count: 120, seed: 1, from: FROM, to: TO } });
    const foreign = await page({ limit: '5' }, 'v3', onPlatform(other));
    await other.close();
    const first = given.startsWith('B') ? 'C' : 'B';
    const last = given.at(-2) === 'A' ? 'B' : 'A';
    const cursors: readonly Query[] = [
      { cursor: '' },
      { cursor: 'x' },
      { cursor: `${given}==` },
      { cursor: given.slice(0, -4) },
      { cursor: `${given.slice(0, -2)}${last}${given.at(-1)}` },
      { cursor: `${first}${given.slice(1)}` },
      { cursor: foreign.cursor ?? '' },
      { cursor: given, variant_id: 'main' },
      { cursor: given, in_progress: 'false' },
    ];
    const refused = [{ field: 'cursor', message: 'is malformed, or of another query' }];
    for (const query of cursors) {
      const path = `/v3/lumen-oak/shop/conversations?${new URLSearchParams(query)}`;
      expect([query, await platform('GET', path)]).toMatchObject([
        query,
        { status: 400, body: { errors: refused } },
      ]);
    }
    const elsewhere = await platform('GET', `/v3/lumen-oak/warehouse/conversations?cursor=${given}`);
    expect(elsewhere).toMatchObject({ status: 400, body: { errors: refused } });
  });

  it('there are no cursors in v1, and only for chunked responses in v2 (R-4.5)', async () => {
    const { cursor } = await page({ limit: '5' });
    const of = (version: string) =>
      platform('GET', `/${version}/lumen-oak/shop/conversations?limit=5&cursor=${cursor}`);
    expect(await of('v1')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cursor', message: 'is not known here' }] },
    });
    expect(await of('v2')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cursor', message: 'is there when the project has chunked responses' }] },
    });
    for (const version of ['v1', 'v2'])
      expect(await page({ limit: '5' }, version)).not.toHaveProperty('cursor');
  });
});

describe('pages by offset (R-4.3)', () => {
  it.each(['v1', 'v2', 'v3'])('pages by offset add up to the whole list in %s', async (version) => {
    const whole = idsOf(await page({ limit: '1000' }, version));
    const ids: string[] = [];
    let next: number | undefined = 0;
    while (next !== undefined) {
      const some: Page = await page({ limit: '40', offset: String(next) }, version);
      ids.push(...idsOf(some));
      next = some.next_offset;
    }
    expect(ids).toEqual(whole);
  });

  it('pages by offset have the default length of each version (R-3.2)', async () => {
    emulator.generate({ count: 1_200, seed: 1_000, from: FROM, to: TO });
    expect([(await page({}, 'v1')).conversations.length, (await page({})).conversations.length]).toEqual([
      5, 1_000,
    ]);
    expect(idsOf(await page({ limit: '5000' }, 'v1')).length).toBeGreaterThan(1_000);
    expect(await page({ offset: '9007199254740991' })).toEqual({ conversations: [], cursor: null });
  });
});

it('a cursor is valid after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-cursor-'));
  const options = { clock, journal: join(folder, 'platform.db') };
  const before = await startEmulator({
    ...options,
    conversations: { count: 40, from: FROM, to: TO },
    project: { showTranscripts: false },
  });
  const { cursor } = await page({ limit: '10' }, 'v3', onPlatform(before));
  const next = await page({ limit: '10', cursor: cursor ?? '' }, 'v3', onPlatform(before));
  await before.close();
  const after = await startEmulator(options);
  expect(await page({ limit: '10', cursor: cursor ?? '' }, 'v3', onPlatform(after))).toEqual(next);
  expect(next.conversations[0]).toMatchObject({ turns: [] });
  await after.close();
  rmSync(folder, { recursive: true });
});
