import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as, type KeyName } from '../support/admin.ts';
import { until, useBench } from '../support/bench.ts';
import { OPERATIONS, type Operation } from '../support/operations.ts';
import { type Answer, answerJson, KEYS, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

const HEADER = { base: 'x-api-key', platform: 'x-api-key', outbound: 'x-service-auth-token' };
const keyOf = ({ scopes }: Operation): KeyName => scopes[0] ?? 'all';

const answerOf = ({ upstream }: Operation): Answer => {
  if (upstream?.answer === null) return (response) => void response.writeHead(204).end();
  if (typeof upstream?.answer === 'string') {
    return (response) => void response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(upstream.answer);
  }
  return answerJson(upstream?.status ?? 200, upstream?.answer);
};

async function openBoth() {
  const host = await openHost();
  const bench = await open({ env: { ...ADMIN_ENV, ...restEnv(host) } });
  const ask = (it: Operation, key: KeyName = keyOf(it)) =>
    bench.call(`/admin/v1${it.path}`, as(key, { method: it.method, body: it.body }));
  return { ...bench, host, ask };
}

describe('operations of the admin side', () => {
  it.each(OPERATIONS.filter((it) => it.upstream).map((it) => [it.id, it] as const))(
    '%s asks the platform with the key of the family and hands its answer on, unknown fields included',
    async (_, operation) => {
      const { host, ask } = await openBoth();
      host.answer(answerOf(operation));
      const { upstream } = operation;
      if (!upstream) throw new Error('nothing to ask');
      const answer = await ask(operation);
      const isJson = upstream.answer !== null && typeof upstream.answer !== 'string';
      expect([answer.status, isJson ? answer.json : answer.text || null]).toEqual([
        upstream.status,
        upstream.answer,
      ]);
      expect(
        host.asked.map((it) => [`${it.method} ${it.path}`, it.headers[HEADER[upstream.family]], it.body]),
      ).toEqual([
        [
          upstream.line,
          KEYS[upstream.family],
          operation.body === undefined ? '' : JSON.stringify(operation.body),
        ],
      ]);
    },
  );

  it('S-81: are done for the scopes that the contract names, and for no others', async () => {
    const { host, ask, call } = await openBoth();
    const names: readonly KeyName[] = ['read', 'write', 'call'];
    const matrix: Record<string, string[]> = {};
    for (const operation of OPERATIONS) {
      host.answer(answerOf(operation));
      const admitted: string[] = [];
      for (const name of names) {
        const { status } = await ask(operation, name);
        if (status < 300) admitted.push(name);
        else expect(status).toBe(403);
      }
      matrix[operation.id] = admitted;
      const nobody = await call(`/admin/v1${operation.path}`, {
        method: operation.method,
        origin: null,
        body: operation.body,
      });
      expect(nobody.status).toBe(401);
    }
    expect(matrix).toEqual(Object.fromEntries(OPERATIONS.map((it) => [it.id, it.scopes])));
  });

  it('are all in the OpenAPI document, with these scopes and no others', async () => {
    const { call } = await openBoth();
    const { json } = await call('/admin/openapi.json', { origin: null });
    const { paths } = json as {
      paths: Record<string, Record<string, { operationId: string; security: { adminKey: string[] }[] }>>;
    };
    const documented = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((it) => [it.operationId, it.security[0]?.adminKey] as const),
    );
    expect(Object.fromEntries(documented)).toEqual({
      ...Object.fromEntries(OPERATIONS.map((it) => [it.id, it.scopes])),
      streamEvents: ['read'],
    });
  });

  it('leave a line in the audit log when they change something: who, what, to what, how it came out', async () => {
    const { host, ask, records } = await openBoth();
    for (const operation of OPERATIONS) {
      host.answer(answerOf(operation));
      await ask(operation);
    }
    const audit = records().filter((it) => it.msg === 'audit');
    const writes = OPERATIONS.filter((it) => !it.scopes.includes('read'));
    expect(audit.map((it) => [it.audit, it.who, it.outcome])).toEqual(
      writes.map((it) => [it.id, it.scopes[0], it.upstream?.status]),
    );
    expect(audit.find((it) => it.audit === 'renameAttribute')).toMatchObject({ target: { id: 'a' } });
    expect(JSON.stringify(records())).not.toMatch(/whsec|Be brief|Call back|4155552671/);
  });

  it('say which settings are missing when a host is not configured', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call('/admin/v1/outbound-calls/OUT-1', as('read'));
    expect([answer.status, answer.json]).toEqual([
      503,
      {
        type: 'urn:foyer:problem:not_configured',
        title: 'The relay does not know this host of the platform',
        status: 503,
        detail: 'Set FOYER_OUTBOUND_URL and FOYER_OUTBOUND_TOKEN.',
        code: 'not_configured',
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });
});

describe('conversations of the admin side', () => {
  it.each(['v1', 'v2', 'v3'])('come from version %s when it is asked for', async (version) => {
    const { host, call } = await openBoth();
    host.answer(answerJson(200, { conversations: [] }));
    await call(`/admin/v1/conversations?version=${version}`, as('read'));
    expect(host.asked.map((it) => it.path)).toEqual([
      `/${version}/ACCOUNT-1/PROJECT-1/conversations?limit=100`,
    ]);
  });

  it('come from the Data API with source=data', async () => {
    const { host, call } = await openBoth();
    const page = { conversations: [], count: 0, limit: 100, offset: 40 };
    host.answer(answerJson(200, page));
    const answer = await call('/admin/v1/conversations?source=data&offset=40', as('read'));
    expect([answer.json, host.asked[0]?.path]).toEqual([
      page,
      '/v1/agents/PROJECT-1/conversations?limit=100&offset=40',
    ]);
  });

  it.each([
    ['limit=0', ['limit']],
    ['limit=5001', ['limit']],
    ['limit=ten', ['limit']],
    ['offset=-1', ['offset']],
    ['version=v4', ['version']],
    ['star_time=2026-11-01T00:00:00Z', ['star_time']],
    ['start_time=yesterday', ['start_time']],
    ['variant_id=a&variant_id=b', ['variant_id']],
    ['version=v1&cursor=abc', ['cursor']],
    ['source=data&channel=WEBCHAT', ['channel']],
    ['account_id=..', ['account_id']],
    ['project_id=a/b', ['project_id']],
    [
      'query_type=semantic&sample=random&turn_type=user&variant_id=a&variant_name=b',
      ['sample', 'query', 'turn_type', 'variant_name', 'start_time', 'end_time'],
    ],
  ])('are not asked for with %s; there is an entry for each broken rule', async (query, fields) => {
    const { host, call } = await openBoth();
    const answer = await call(`/admin/v1/conversations?${query}`, as('read'));
    const { errors } = answer.json as { errors: { field: string; message: string }[] };
    expect([answer.status, errors.map((it) => it.field), host.asked]).toEqual([400, fields, []]);
  });

  it('are walked by the relay beyond a thousand, and are one page to whoever asks', async () => {
    const { host, call } = await openBoth();
    const item = (id: number) => ({ id: String(id), turns: [{ user_input: '"]}' }] });
    host.answer((response, { path }) => {
      const query = new URL(path, host.url).searchParams;
      const from = Number(query.get('cursor') ?? 0);
      const count = Number(query.get('limit'));
      const conversations = Array.from({ length: count }, (_, at) => item(from + at));
      answerJson(200, { conversations, cursor: String(from + count) })(response, {} as never);
    });
    const answer = await call('/admin/v1/conversations?limit=2500', as('read'));
    const page = answer.json as { conversations: { id: string }[]; cursor: string };
    expect(page.conversations).toEqual(Array.from({ length: 2_500 }, (_, id) => item(id)));
    expect([page.cursor, host.asked.map((it) => new URL(it.path, host.url).search)]).toEqual([
      '2500',
      ['?limit=1000', '?limit=1000&cursor=1000', '?limit=500&cursor=2000'],
    ]);
  });
});

describe('recordings of the admin side', () => {
  it('are passed on in parts, as the client asks for them', async () => {
    const { host, call } = await openBoth();
    host.answer((response, { headers }) =>
      response
        .writeHead(206, {
          'Content-Type': 'audio/wav',
          'Content-Range': 'bytes 2-3/4',
          'Accept-Ranges': 'bytes',
          'Content-Length': '2',
          'X-Internal': 'no business of anybody',
          'Set-Cookie': 'upstream=1',
        })
        .end(headers.range === 'bytes=2-3' ? 'FF' : 'RIFF'),
    );
    const answer = await call(
      '/admin/v1/conversations/c-1/audio',
      as('read', { headers: { Range: 'bytes=2-3' } }),
    );
    const { headers } = answer;
    expect([answer.status, answer.text]).toEqual([206, 'FF']);
    expect(
      ['content-type', 'content-range', 'accept-ranges', 'content-length', 'content-disposition'].map((it) =>
        headers.get(it),
      ),
    ).toEqual(['audio/wav', 'bytes 2-3/4', 'bytes', '2', 'attachment; filename="c-1.wav"']);
    expect([headers.get('x-internal'), headers.get('set-cookie')]).toEqual([null, null]);
  });

  it.each(['bytes=', 'bytes=0-1,3-4', 'items=0-1', 'bytes=0-1\tX'])('refuse the range %j', async (range) => {
    const { host, call } = await openBoth();
    const answer = await call('/admin/v1/conversations/c-1/audio', as('read', { headers: { Range: range } }));
    expect([answer.status, host.asked]).toEqual([400, []]);
  });
});

describe('outbound calls of the admin side', () => {
  it('are followed until they end, and every change is told', async () => {
    const { host, ask, clock, url } = await openBoth();
    const place = OPERATIONS.find((it) => it.id === 'placeOutboundCall');
    if (!place) throw new Error('no such operation');
    host.answer(answerOf(place));
    await ask(place);

    const leaving = new AbortController();
    const { headers } = as('read');
    const response = await fetch(`${url}/admin/v1/events`, {
      headers: headers ?? {},
      signal: leaving.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    const hear = async (part: string) => {
      while (!told.includes(part)) told += (await reader?.read())?.value ?? '';
    };
    for (const status of ['queued', 'queued', 'calling', 'success']) {
      const before = host.asked.length;
      host.answer(answerJson(200, { status, reason: null }));
      clock.advance(2_000);
      await until(() => host.asked.length === before + 1);
      await hear(`"status":"${status}"`);
      if (status !== 'success') await until(() => clock.nextIn() === 2_000);
    }
    leaving.abort();
    clock.advance(60_000);
    expect(told.match(/^data: .*$/gm)).toEqual(
      ['queued', 'calling', 'success'].map(
        (status) => `data: {"status":"${status}","reason":null,"call_sid":"OUT-1"}`,
      ),
    );
    expect(host.asked).toHaveLength(5);
  });
});
