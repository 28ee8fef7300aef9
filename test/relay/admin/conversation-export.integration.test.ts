import { describe, expect, it } from 'vitest';
import { readCsv } from '../../support/read-csv.ts';
import { ADMIN_ENV, as, KEYS, type KeyName } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';
import { type Answer, answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

const RANGE = 'start_time=2026-11-26T08:00:00Z&end_time=2026-11-27T08:00:00%2B00:00';
const HEADS = [
  'id',
  'started_at',
  'ended_at',
  'language',
  'environment',
  'channel',
  'variant',
  'from_number',
  'to_number',
  'in_progress',
  'duration_s',
  'turns',
  'handoff',
  'handoff_reason',
  'latency_p50_ms',
  'latency_p95_ms',
  'latency_max_ms',
  'silent_turns',
  'out_of_domain_turns',
];

async function openBoth() {
  const host = await openHost();
  const bench = await open({ env: { ...ADMIN_ENV, ...restEnv(host) } });
  const exported = (query = RANGE, key: KeyName = 'all') =>
    bench.call(`/admin/v1/conversations/export?${query}`, as(key));
  return { ...bench, host, exported };
}

const rowsOf = (text: string, separator = ',') => readCsv(text, separator);

const page = (from: number, count: number, cursor: string | null) => ({
  conversations: Array.from({ length: count }, (_, nth) => ({ id: `c-${from + nth}` })),
  cursor,
});
/** Page by page, by cursors that are the number of the page. */
const pages =
  (...all: readonly object[]): Answer =>
  (response, asked) => {
    const cursor = new URL(asked.path, 'http://host').searchParams.get('cursor');
    answerJson(200, all[Number(cursor ?? 0)])(response, asked);
  };

const whole = {
  id: 'c-1',
  started_at: '2026-11-26T09:00:00+01:00',
  environment: 'live',
  channel: 'VOICE-SIP',
  variant_id: 'v1',
  variant_name: '=Sale; "now"',
  from_number: '+49 30 1234567',
  to_number: '+44 20 7946 0000',
  in_progress: false,
  num_turns: 5,
  total_duration: 61.5,
  handoff: true,
  handoff_reason: '\u00a0＝cmd()',
  num_silences: 1,
  num_ood: 0,
  state: { language: 'de', name: 'Ada' },
  turns: [900, 300, null, 500, 700].map((latency) => ({ user_input: 'hi', latency })),
};
const cellsOfWhole = [
  'c-1',
  '2026-11-26T08:00:00.000Z',
  '2026-11-26T08:01:01.500Z',
  'de',
  'live',
  'VOICE-SIP',
  '\'=Sale; "now"',
  "'+49 30 1234567",
  "'+44 20 7946 0000",
  'no',
  '61.5',
  '5',
  'yes',
  "'\u00a0＝cmd()",
  '500',
  '900',
  '900',
  '1',
  '0',
];

describe('the export of conversations', () => {
  it('exports a line with units for each conversation of all pages, and the range in the file name', async () => {
    const { host, exported } = await openBoth();
    host.answer(pages({ conversations: [whole], cursor: '1' }, page(2, 200, '2'), page(202, 1, null)));
    const { status, headers, text } = await exported(`${RANGE}&channel=VOICE-SIP&client_env=live`);
    const [heads, first, ...others] = rowsOf(text);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="conversations_2026-11-26T0800Z_2026-11-27T0800Z.csv"',
    ]);
    expect([heads, first]).toEqual([HEADS, cellsOfWhole]);
    expect(others.map(([id]) => id)).toEqual(Array.from({ length: 201 }, (_, nth) => `c-${nth + 2}`));
    const [asked] = host.asked;
    expect(Object.fromEntries(new URL(asked?.path ?? '', host.url).searchParams)).toEqual({
      start_time: '2026-11-26T08:00:00Z',
      end_time: '2026-11-27T08:00:00+00:00',
      channel: 'VOICE-SIP',
      client_env: 'live',
      limit: '200',
      include_latency: 'true',
      include_context_state: 'true',
      include_turn_metadata: 'false',
    });
  });

  it('S-119: the export masks numbers, and asks for no state, without the scope pii', async () => {
    const { host, exported } = await openBoth();
    host.answer(answerJson(200, { conversations: [{ ...whole, state: {} }], cursor: null }));
    const [, row] = rowsOf((await exported(RANGE, 'read')).text);
    expect([row?.[3], row?.[7], row?.[8]]).toEqual(['', "'+** ** *****67", "'+** ** **** **00"]);
    expect(new URL(host.asked[0]?.path ?? '', host.url).searchParams.get('include_context_state')).toBe(
      'false',
    );
  });

  it('the export begins with a byte order mark', async () => {
    const { host, url } = await openBoth();
    host.answer(answerJson(200, page(0, 0, null)));
    const headers = { Authorization: `Bearer ${KEYS.read}` };
    const answer = await fetch(`${url}/admin/v1/conversations/export?${RANGE}`, { headers });
    // `text()` would remove it.
    expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 5)]).toEqual([
      0xef, 0xbb, 0xbf, 0x69, 0x64,
    ]);
  });

  it('separates cells by semicolons where asked', async () => {
    const { host, exported } = await openBoth();
    host.answer(answerJson(200, { conversations: [whole], cursor: null }));
    expect(rowsOf((await exported(`${RANGE}&sep=;`)).text, ';')).toEqual([HEADS, cellsOfWhole]);
  });

  it('leaves unknown values and the end of a conversation in progress empty', async () => {
    const { host, exported } = await openBoth();
    host.answer(
      answerJson(200, {
        conversations: [
          { id: 'c-1' },
          { id: 'c-2', started_at: 'yesterday', in_progress: true, total_duration: 4, turns: [] },
        ],
        cursor: null,
      }),
    );
    const [, ...rows] = rowsOf((await exported()).text);
    const empty = HEADS.map(() => '');
    const running = { id: 'c-2', in_progress: 'yes', duration_s: '4' } as Record<string, string>;
    expect(rows).toEqual([['c-1', ...empty.slice(1)], HEADS.map((name) => running[name] ?? '')]);
  });

  it('exports only the heads when there were no conversations', async () => {
    const { host, exported } = await openBoth();
    host.answer(answerJson(200, page(0, 0, null)));
    expect(rowsOf((await exported()).text)).toEqual([HEADS]);
  });

  it('the last line tells that the export was cut', async () => {
    const { host, exported } = await openBoth();
    const many = Array.from({ length: 26 }, (_, nth) =>
      page(nth * 2_000, 2_000, nth < 25 ? `${nth + 1}` : null),
    );
    host.answer(pages(...many));
    const rows = rowsOf((await exported()).text);
    expect([rows.length, rows.at(-2)?.[0], rows.at(-1)?.filter((it) => it !== '')]).toEqual([
      50_002,
      'c-49999',
      ['Cut after 50000 conversations: there are more. Choose a shorter range.'],
    ]);
    // Nothing of the rest is read.
    expect(host.asked.length).toBe(26);
  });

  it('the export breaks off when the platform fails within it', async () => {
    const { host, exported, records } = await openBoth();
    host.answer((response, asked) => {
      const isFirst = !asked.path.includes('cursor');
      answerJson(isFirst ? 200 : 500, isFirst ? page(0, 150, '1') : {})(response, asked);
    });
    await expect(exported()).rejects.toThrow();
    expect(records()).toContainEqual(expect.objectContaining({ msg: 'answer incomplete' }));
  });

  it.each([
    ['the platform refuses', 400, 'start_time=2026-11-26T08:00:00Z&end_time=2026-11-27T08:00:00Z', 400],
    ['the range has no end', 200, 'start_time=2026-11-26T08:00:00Z', 400],
    ['a filter is misspelled', 200, `${RANGE}&chanel=x`, 400],
    ['rules are broken', 200, `${RANGE}&query_type=semantic`, 400],
    ['a page is asked for', 200, `${RANGE}&cursor=abc`, 400],
  ])('answers with a problem and no file when %s', async (_, status, query, expected) => {
    const { host, exported } = await openBoth();
    host.answer(answerJson(status, page(0, 0, null)));
    const answer = await exported(query);
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
    ]).toEqual([expected, 'application/problem+json', null]);
  });

  it('gives up the page of the platform when the browser gives up the download', async () => {
    const { host, url } = await openBoth();
    const closed = new Promise<void>((resolve) => {
      host.answer((response) => {
        response.on('close', resolve);
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('{"conversations":[{"id":"c-1"},{"id":"c-2"},');
      });
    });
    const aborting = new AbortController();
    const answer = await fetch(`${url}/admin/v1/conversations/export?${RANGE}`, {
      headers: { Authorization: `Bearer ${KEYS.all}` },
      signal: aborting.signal,
    });
    expect(answer.status).toBe(200);
    aborting.abort();
    await closed;
  });

  it('answers HEAD without a body, and reads no further', async () => {
    const { host, call } = await openBoth();
    host.answer(pages(page(0, 200, '1'), page(200, 1, null)));
    const answer = await call(`/admin/v1/conversations/export?${RANGE}`, as('read', { method: 'HEAD' }));
    expect([answer.status, answer.text, host.asked.length]).toEqual([200, '', 1]);
  });

  it('exports those that ran in the range on request, of all that began up to 24 hours before', async () => {
    const { host, exported } = await openBoth();
    const lasting = (id: string, started_at: string, total_duration: number, in_progress = false) => ({
      id,
      started_at,
      total_duration,
      in_progress,
    });
    const conversations = [
      lasting('within', '2026-11-26T09:00:00Z', 60),
      lasting('into-it', '2026-11-25T09:00:00Z', 23 * 3_600 + 1),
      lasting('ended-before', '2026-11-25T09:00:00Z', 23 * 3_600),
      lasting('going-on', '2026-11-26T07:00:00Z', 1, true),
      { id: 'unknown' },
    ];
    host.answer(answerJson(200, { conversations, cursor: null }));
    const { headers, text } = await exported(`${RANGE}&ran=true`);
    expect(rowsOf(text).map(([id]) => id)).toEqual(['id', 'within', 'into-it', 'going-on']);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="conversations_ran_2026-11-26T0800Z_2026-11-27T0800Z.csv"',
    );
    const asked = new URL(host.asked[0]?.path ?? '', host.url).searchParams;
    expect([asked.get('start_time'), asked.get('end_time'), asked.get('ran')]).toEqual([
      '2026-11-25T08:00:00.000Z',
      '2026-11-27T08:00:00.000Z',
      null,
    ]);
  });

  it('the export needs the scope read', async () => {
    const { exported, host } = await openBoth();
    expect([(await exported(RANGE, 'write')).status, host.asked.length]).toEqual([403, 0]);
  });
});
