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
  const ask = (operation: Operation, key: KeyName = keyOf(operation)) =>
    bench.call(`/admin/v1${operation.path}`, as(key, { method: operation.method, body: operation.body }));
  return { ...bench, host, ask };
}

describe('operations of the admin interface', () => {
  it.each(
    OPERATIONS.filter((operation) => operation.upstream).map(
      (operation) => [operation.id, operation] as const,
    ),
  )(
    '%s calls the platform with the key of the family and returns its answer, unknown fields included',
    async (_, operation) => {
      const { host, ask } = await openBoth();
      host.answer(answerOf(operation));
      const { upstream } = operation;
      if (!upstream) throw new Error('nothing to ask');
      const answer = await ask(operation, 'all');
      const expected = operation.made ?? upstream.answer;
      const isJson = expected !== null && typeof expected !== 'string';
      expect([answer.status, isJson ? answer.json : answer.text || null]).toEqual([
        upstream.status,
        expected,
      ]);
      expect(
        host.asked.map((request) => [
          `${request.method} ${request.path}`,
          request.headers[HEADER[upstream.family]],
          request.body,
        ]),
      ).toEqual([
        [
          upstream.line,
          KEYS[upstream.family],
          operation.body === undefined ? '' : JSON.stringify(operation.body),
        ],
      ]);
    },
  );

  //
  it('operations pass on what the platform said, without any secret of the relay and ids of others', async () => {
    const { host, call } = await openBoth();
    const said = `The chat of ACCOUNT-99 has ended (${KEYS.outbound}, ${KEYS.base}, ${new URL(host.url).host})`;
    host.answer(answerJson(410, { message: said }));
    const body = { clientEnv: 'live', message: 'Hello' };
    const answer = await call('/admin/v1/debug-chat/chat-1', as('write', { method: 'POST', body }));
    expect([answer.status, answer.json]).toEqual([
      410,
      {
        type: 'urn:foyer:problem:GONE',
        title: 'The platform no longer has this',
        status: 410,
        detail: 'The chat of … has ended (…, …, …)',
        code: 'GONE',
        errors: [],
        upstream: { status: 410 },
        request_id: expect.any(String),
      },
    ]);
  });

  it('S-81: operations require the scopes of the contract', async () => {
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
    expect(matrix).toEqual(
      Object.fromEntries(OPERATIONS.map((operation) => [operation.id, operation.scopes])),
    );
  });

  it('the OpenAPI document lists all operations of the admin interface with exactly these scopes', async () => {
    const { call } = await openBoth();
    const { json } = await call('/admin/openapi.json', { origin: null });
    const { paths } = json as {
      paths: Record<string, Record<string, { operationId: string; security: Record<string, string[]>[] }>>;
    };
    const documented = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(
        (operation) =>
          [
            operation.operationId,
            operation.security.flatMap((scheme) =>
              Object.keys(scheme).map((name) => name.replace('Key', '')),
            ),
          ] as const,
      ),
    );
    expect(Object.fromEntries(documented)).toEqual({
      ...Object.fromEntries(OPERATIONS.map((operation) => [operation.id, operation.scopes])),
      listWebhookSecrets: ['read'],
      endPreviousWebhookSecret: ['write'],
      listWebhookEvents: ['read'],
      listMessages: ['read'],
      deleteMessage: ['write'],
      listAlertReceivers: ['read'],
      testAlertReceivers: ['write'],
      getAudit: ['pii'],
      listKeys: ['pii'],
      getInstall: ['read'],
      streamEvents: ['read'],
      getInsights: ['read'],
      getMetricHistory: ['read'],
      getOverview: ['read'],
      getReport: ['read'],
      receiveWebhook: [],
    });
  });

  it('S-87: each operation, even a read, writes caller, operation, target and outcome to the audit log', async () => {
    const { host, ask, call, records } = await openBoth();
    for (const operation of OPERATIONS) {
      host.answer(answerOf(operation));
      await ask(operation);
    }
    const audit = records().filter((record) => record.msg === 'audit');
    expect(audit.map((record) => [record.audit, record.who, record.outcome])).toEqual(
      OPERATIONS.map((operation) => [operation.id, operation.scopes[0], operation.upstream?.status ?? 200]),
    );
    // S-111
    expect(new Set(audit.map((record) => record.client))).toEqual(new Set(['127.0.0.1']));
    await call('/admin/v1/conversations/c-1?agent_id=PROJECT-2', as('read'));
    expect(records().findLast((record) => record.msg === 'audit')).toMatchObject({
      audit: 'getConversation',
      target: { agent_id: 'PROJECT-2' },
    });
    expect(audit.find((record) => record.audit === 'renameAttribute')).toMatchObject({
      target: { attribute_id: 'a' },
    });
    expect(JSON.stringify(records())).not.toMatch(/whsec|Be brief|Call back|4155552671/);
  });

  it('S-87: the audit log cuts a long target', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    await call(`/admin/v1/attributes/${'a'.repeat(9_000)}`, as('write', { method: 'DELETE' }));
    expect(records().find((record) => record.msg === 'audit')).toMatchObject({
      audit: 'deleteAttribute',
      target: { attribute_id: 'a'.repeat(512) },
    });
  });

  it('an operation names the missing settings when a host is not configured', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call('/admin/v1/outbound-calls/OUT-1', as('read'));
    expect([answer.status, answer.json]).toEqual([
      503,
      {
        type: 'urn:foyer:problem:not_configured',
        title: 'The host of the platform is not configured',
        status: 503,
        detail: 'Set FOYER_OUTBOUND_URL and FOYER_OUTBOUND_TOKEN.',
        code: 'not_configured',
        errors: [],
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });
});

describe('conversations in the admin interface', () => {
  //
  it.each(['v1', 'v2', 'v3'])('reads conversations from version %s when it is requested', async (version) => {
    const { host, call } = await openBoth();
    host.answer(answerJson(200, { conversations: [] }));
    await call(`/admin/v1/conversations?version=${version}`, as('read'));
    expect(host.asked.map((request) => request.path)).toEqual([
      `/${version}/ACCOUNT-1/PROJECT-1/conversations?limit=100`,
    ]);
  });

  //
  it('reads conversations from the Data API with source=data', async () => {
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
  ])('refuses conversations for %s, with an entry for each broken rule', async (query, fields) => {
    const { host, call } = await openBoth();
    const answer = await call(`/admin/v1/conversations?${query}`, as('read'));
    const { errors } = answer.json as { errors: { field: string; message: string }[] };
    expect([answer.status, errors.map((error) => error.field), host.asked]).toEqual([400, fields, []]);
  });

  //
  it('marks only conversations of v1 as deprecated', async () => {
    const { host, call } = await openBoth();
    host.answer(answerJson(200, { conversations: [] }));
    const marks = [];
    for (const version of ['v1', 'v2', 'v3']) {
      const answer = await call(`/admin/v1/conversations?version=${version}`, as('read'));
      marks.push([answer.status, answer.headers.get('deprecation')]);
    }
    expect(marks).toEqual([
      [200, `@${Date.parse('2026-08-31T00:00:00Z') / 1_000}`],
      [200, null],
      [200, null],
    ]);
  });

  it('joins conversations beyond a thousand to one page', async () => {
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
    expect([page.cursor, host.asked.map((request) => new URL(request.path, host.url).search)]).toEqual([
      '2500',
      ['?limit=1000', '?limit=1000&cursor=1000', '?limit=500&cursor=2000'],
    ]);
  });
});

describe('recordings in the admin interface', () => {
  it('forwards recordings in the requested range', async () => {
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
      ['content-type', 'content-range', 'accept-ranges', 'content-length', 'content-disposition'].map(
        (name) => headers.get(name),
      ),
    ).toEqual(['audio/wav', 'bytes 2-3/4', 'bytes', '2', 'attachment; filename="c-1.wav"']);
    expect([headers.get('x-internal'), headers.get('set-cookie')]).toEqual([null, null]);
  });

  it.each(['bytes=', 'bytes=0-1,3-4', 'items=0-1', 'bytes=0-1\tX'])(
    'refuses recordings for the range %j',
    async (range) => {
      const { host, call } = await openBoth();
      const answer = await call(
        '/admin/v1/conversations/c-1/audio',
        as('read', { headers: { Range: range } }),
      );
      expect([answer.status, host.asked]).toEqual([400, []]);
    },
  );
});

describe('outbound calls in the admin interface', () => {
  //
  it('places calls at the agents host on request, and tells their status in the same words', async () => {
    const { host, call } = await openBoth();
    const ask = (method: string, path: string, body?: object) =>
      call(`/admin/v1/outbound-calls${path}`, as('call', { method, body }));
    host.answer(answerJson(200, { callSid: 'OUT-1', status: 'QUEUED' }));
    const placed = await ask('POST', '?host=agents', {
      to_number: '020 7946 0018',
      country_code: 'GB',
      environment: 'sandbox',
      variant_id: 'v-1',
      encryption: 'UDP/SRTP',
      metadata: { order: '7' },
    });
    const short = await ask('POST', '?host=agents&agent_id=other', { to_number: '+442079460018' });
    host.answer(answerJson(200, { callSid: 'OUT-1', status: 'SUCCESS', reason: '' }));
    const status = await ask('GET', '/OUT-1?host=agents&environment=sandbox');
    expect([placed.json, short.json, status.json]).toEqual([
      { call_sid: 'OUT-1' },
      { call_sid: 'OUT-1' },
      { call_sid: 'OUT-1', status: 'success', reason: '' },
    ]);
    const path = '/v1/agents/PROJECT-1/telephony/outbound-calls';
    expect(
      host.asked.map((request) => [request.method, request.path, request.headers['x-api-key'], request.body]),
    ).toEqual([
      [
        'POST',
        path,
        KEYS.base,
        JSON.stringify({
          toNumber: '020 7946 0018',
          environment: 'sandbox',
          countryCode: 'GB',
          variantId: 'v-1',
          encryption: 'udp_srtp',
          metadata: { order: '7' },
        }),
      ],
      [
        'POST',
        path.replace('PROJECT-1', 'other'),
        KEYS.base,
        JSON.stringify({ toNumber: '+442079460018', environment: 'live' }),
      ],
      ['GET', `${path}/OUT-1/status?environment=sandbox`, KEYS.base, ''],
    ]);
  });

  it('refuses the fields of the agents host for the legacy host', async () => {
    const { host, call } = await openBoth();
    const body = { to_number: '+442079460018', environment: 'live', variant_id: 'v-1' };
    const answers = [
      await call('/admin/v1/outbound-calls?agent_id=a', as('call', { method: 'POST', body })),
      await call('/admin/v1/outbound-calls/OUT-1?environment=live', as('call')),
      await call('/admin/v1/outbound-calls/OUT-1?host=moon', as('call')),
    ];
    const fields = answers.map(({ status, json }) => [
      status,
      (json as { errors: { field: string }[] }).errors.map((error) => error.field),
    ]);
    expect([fields, host.asked]).toEqual([
      [
        [400, ['agent_id', 'environment', 'variant_id']],
        [400, ['environment']],
        [400, ['host']],
      ],
      [],
    ]);
  });

  it('follows outbound calls until they end, with an event for every change', async () => {
    const { host, ask, clock, url } = await openBoth();
    const place = OPERATIONS.find((operation) => operation.id === 'placeOutboundCall');
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
