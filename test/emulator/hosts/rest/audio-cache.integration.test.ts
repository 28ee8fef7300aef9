import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { type Call, envelopeError, onBase } from './rest-calls.ts';

const clock = createFakeClock();
let emulator: Emulator;
let base: Call;
beforeEach(async () => {
  const keys = [
    { family: 'base', key: 'k', projectIds: ['warehouse'] },
    { family: 'base', key: 'reader', permissions: ['audio-cache:read'] },
    { family: 'base', key: 'writer', permissions: ['audio-cache:write'] },
  ] as const;
  emulator = await startEmulator({ clock, keys });
  base = onBase(emulator);
});
afterEach(() => emulator.close());

const ENTRIES = '/v1/agents/shop/audio-cache';
const DELETE = `${ENTRIES}/bulk-delete`;

interface Entry {
  readonly id: string;
  readonly hitCount: number;
  readonly duration: number;
}
async function listed(query = '', call = base, path = ENTRIES) {
  const { status, body } = await call('GET', path + query);
  expect(status).toBe(200);
  return body as { entries: Entry[]; totalCount: number };
}
const idsOf = ({ entries }: { entries: readonly Entry[] }) => entries.map(({ id }) => id);

describe('the audio cache (R-16.1, R-16.2)', () => {
  it('the audio cache of a new agent has entries in the documented format', async () => {
    const { entries, totalCount } = await listed();
    expect(totalCount).toBe(5);
    expect(entries[0]).toEqual({
      id: '1',
      transcript: 'Welcome to Lumen & Oak. How can I help?',
      cachedAt: new Date(clock.now()).toISOString(),
      hitCount: 1204,
      duration: 2.9,
      regenerated: false,
      provider: 'poly_tts',
      providerVoiceId: 'iris',
      audioFilename: null,
      imported: false,
      languageCode: 'en-GB',
    });
    expect(idsOf({ entries })).toEqual(['1', '2', '3', '4', '5']);
  });

  it('lists the audio cache in pages with the total count', async () => {
    const pages = [await listed('?limit=2'), await listed('?limit=2&offset=4'), await listed('?offset=5')];
    expect(pages.map((page) => [idsOf(page), page.totalCount])).toEqual([
      [['1', '2'], 5],
      [['5'], 5],
      [[], 5],
    ]);
  });

  it('sorts the audio cache by the requested field', async () => {
    const sorted = async (sort: string) => idsOf(await listed(`?sort=${sort}`));
    expect([
      await sorted('hit_count:desc'),
      await sorted('duration:asc'),
      await sorted('cached_at:desc'),
      await sorted('transcript:asc'),
    ]).toEqual([
      ['1', '2', '5', '3', '4'],
      ['2', '5', '4', '3', '1'],
      ['1', '2', '3', '4', '5'],
      ['5', '4', '2', '3', '1'],
    ]);
  });

  it.each([
    ['limit=1', 200],
    ['limit=200', 200],
    ['offset=0', 200],
    ['limit=0', 'limit must be an integer from 1 to 200'],
    ['limit=201', 'limit must be an integer from 1 to 200'],
    ['limit=1.0', 'limit must be an integer from 1 to 200'],
    ['limit=', 'limit must be an integer from 1 to 200'],
    ['offset=-1', 'offset must be an integer from 0 to 9007199254740991'],
    [
      'sort=size:asc',
      expect.stringMatching(/^sort must be one of cached_at, .* with :asc or :desc behind it$/),
    ],
    ['sort=hit_count', expect.stringContaining('sort')],
    ['sort=id:asc;drop', expect.stringContaining('sort')],
    ['filter=x', 'filter is not known here'],
  ])('answers ?%s with %j', async (query, outcome) => {
    const answer = await base('GET', `${ENTRIES}?${query}`);
    if (outcome === 200) expect(answer.status).toBe(200);
    else expect(answer).toEqual(envelopeError(400, 'VALIDATION_ERROR', outcome));
  });

  it('deletes several entries with a result per id (R-16.2)', async () => {
    const ids = ['2', '99', 'x', '2', '4', '1.0', '-1', '0', '1e0'];
    expect(await base('POST', DELETE, { ids })).toEqual({
      status: 200,
      body: { deleted: ['2', '4'], failed: ['99', 'x', '1.0', '-1', '0', '1e0'] },
    });
    expect(await base('POST', DELETE, { ids: ['2'] })).toEqual({
      status: 200,
      body: { deleted: [], failed: ['2'] },
    });
    const left = await listed();
    expect([idsOf(left), left.totalCount]).toEqual([['1', '3', '5'], 3]);
  });

  it('deletes 1 to 20 ids per call', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => String(at + 100));
    const refusal = envelopeError(400, 'VALIDATION_ERROR', 'ids must be a list of 1 to 20 strings');
    expect((await base('POST', DELETE, { ids: many(20) })).body).toEqual({ deleted: [], failed: many(20) });
    expect((await base('POST', DELETE, { ids: many(1) })).status).toBe(200);
    expect(await base('POST', DELETE, { ids: many(21) })).toEqual(refusal);
    expect(await base('POST', DELETE, { ids: [] })).toEqual(refusal);
    expect(await base('POST', DELETE, { ids: '1' })).toEqual(refusal);
    expect(await base('POST', DELETE, {})).toEqual(envelopeError(400, 'VALIDATION_ERROR', 'ids is required'));
    expect(await base('POST', DELETE, { ids: ['1', 2] })).toEqual(
      envelopeError(400, 'VALIDATION_ERROR', 'ids.1 must be a string'),
    );
    expect((await listed()).totalCount).toBe(5);
  });

  it('the audio cache belongs to one agent', async () => {
    const foreign = onBase(emulator, 'k');
    const notFound = envelopeError(404, 'NOT_FOUND', 'Resource not found');
    expect(await foreign('GET', ENTRIES)).toEqual(notFound);
    expect(await foreign('POST', DELETE, { ids: ['1'] })).toEqual(notFound);
    const own = '/v1/agents/warehouse/audio-cache';
    expect(idsOf(await listed('', foreign, own))).toEqual(['6', '7', '8', '9', '10']);
    expect(await foreign('POST', `${own}/bulk-delete`, { ids: ['1', '6'] })).toEqual({
      status: 200,
      body: { deleted: ['6'], failed: ['1'] },
    });
    expect((await listed()).totalCount).toBe(5);
  });

  it('the audio cache needs a key with the permission to read or to write (R-1.7)', async () => {
    const lacking = (permission: string) =>
      envelopeError(403, 'FORBIDDEN', `The API key lacks the ${permission} permission`);
    const [reader, writer] = [onBase(emulator, 'reader'), onBase(emulator, 'writer')];
    expect((await listed('', reader)).totalCount).toBe(5);
    expect(await reader('POST', DELETE, { ids: ['1'] })).toEqual(lacking('audio-cache:write'));
    expect(await writer('GET', ENTRIES)).toEqual(lacking('audio-cache:read'));
    expect((await writer('POST', DELETE, { ids: ['1'] })).status).toBe(200);
  });
});
