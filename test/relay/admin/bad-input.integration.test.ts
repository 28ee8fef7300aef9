import { describe, expect, it } from 'vitest';
import { BOUNDARY_STEP } from '../../support/sizes.ts';
import { ADMIN_ENV, as, bearer } from '../support/admin.ts';
import { type Answer as Answered, type Bench, type CallOptions, useBench } from '../support/bench.ts';
import { OPERATIONS, type Operation } from '../support/operations.ts';
import { type Answer, answerJson, type RestHost, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

async function openBoth() {
  const host = await openHost();
  const bench = await open({
    env: { ...ADMIN_ENV, ...restEnv(host), FOYER_WEBHOOK_SECRETS: 'alerts:CNRY-webhook-77aa88bb99cc' },
  });
  return { host, bench };
}

const pathOf = (operation: Operation) => `/admin/v1${operation.path}`;
const outcomeOf = ({ status, headers, json }: Answered) => ({
  status,
  type: headers.get('content-type'),
  code: (json as { code?: unknown } | undefined)?.code,
});
const problem = (status: number, code: string) => ({ status, type: 'application/problem+json', code });

/** Checks that the relay still works. The bench searches all answers for secrets, stacks and internal details after the test. */
const lives = async ({ call }: Bench) => expect((await call('/healthz')).json).toEqual({ status: 'ok' });

const isObject = (item: unknown): item is object => typeof item === 'object';

/** Malformed calls and the expected errors. */
const MALFORMED: readonly (readonly [string, (it: Operation) => CallOptions | false, object])[] = [
  [
    'a missing body',
    ({ method, body }) => isObject(body) && { method, headers: bearer('all') },
    problem(400, 'invalid_request'),
  ],
  [
    'a body that is not JSON',
    ({ method, body }) => isObject(body) && { method, body: '{"a":', headers: bearer('all') },
    problem(400, 'invalid_request'),
  ],
  [
    'JSON of a wrong type',
    ({ method, body }) => isObject(body) && { method, body: '["a"]', headers: bearer('all') },
    problem(400, 'invalid_request'),
  ],
  [
    'fields of wrong types',
    ({ method, body }) =>
      isObject(body) && {
        method,
        body: Object.fromEntries(Object.keys(body).map((key) => [key, { not: ['this'] }])),
        headers: bearer('all'),
      },
    problem(400, 'invalid_request'),
  ],
  [
    'unknown fields',
    ({ method, body }) =>
      isObject(body) && { method, body: { ...body, is_admin: true }, headers: bearer('all') },
    problem(400, 'invalid_request'),
  ],
  [
    'a body with __proto__',
    ({ method, body }) =>
      isObject(body) && {
        method,
        body: '{"__proto__":{"polluted":1},"constructor":{}}',
        headers: bearer('all'),
      },
    problem(400, 'invalid_request'),
  ],
  [
    'a body that is too large',
    ({ method, body }) =>
      isObject(body) && { method, body: `{"a":"${'x'.repeat(1024 * 1024)}"}`, headers: bearer('all') },
    problem(413, 'body_too_large'),
  ],
  [
    'a wrong content type',
    ({ method, body }) =>
      isObject(body) && { method, body, headers: { ...bearer('all'), 'Content-Type': 'text/plain' } },
    problem(415, 'unsupported_media_type'),
  ],
  ['another method', () => ({ method: 'PUT', headers: bearer('all') }), problem(405, 'method_not_allowed')],
  ['no key', ({ method, body }) => ({ method, body }), problem(401, 'unauthorized')],
];

describe('every operation of the admin interface', () => {
  it.each(MALFORMED)(
    'answers %s with a problem document and makes no call to the platform',
    async (_, spoil, wanted) => {
      const { host, bench } = await openBoth();
      const outcomes: unknown[] = [];
      for (const operation of OPERATIONS) {
        const options = spoil(operation);
        if (!options) continue;
        const answer = await bench.call(pathOf(operation), { origin: null, ...options });
        outcomes.push([operation.id, outcomeOf(answer)]);
      }
      expect(outcomes.length).toBeGreaterThan(10);
      expect(outcomes).toEqual(outcomes.map((outcome) => [(outcome as [string])[0], wanted]));
      expect(host.asked).toEqual([]);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      await lives(bench);
    },
  );

  it.each([
    [
      '60,000 unknown keys',
      () => Object.fromEntries(Array.from({ length: 60_000 }, (_, nth) => [`key${nth}`, 1])),
    ],
    [
      'as many unknown keys as fit',
      () => Object.fromEntries(Array.from({ length: 90_000 }, (_, nth) => [nth.toString(36), 1])),
    ],
    ['an unknown key of 900 KB', () => ({ ['x'.repeat(900_000)]: 1 })],
    [
      'unknown keys of control characters',
      () => Object.fromEntries(Array.from({ length: 500 }, (_, nth) => ['\u0001'.repeat(300) + nth, 1])),
    ],
  ])('answers a body of %s with at most 8 KB', async (_, make) => {
    const { host, bench } = await openBoth();
    const body = JSON.stringify(make());
    const withBody = OPERATIONS.filter((operation) => isObject(operation.body));
    for (const { method, path, id } of withBody.filter((_, nth) => nth % BOUNDARY_STEP === 0)) {
      const answer = await bench.call(`/admin/v1${path}`, as('all', { method, body }));
      const { code, errors } = answer.json as { code: string; errors: { field: string; message: string }[] };
      expect([id, answer.status, code]).toEqual([id, 400, 'invalid_request']);
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8 * 1024);
      expect(errors.length).toBeGreaterThan(0);
    }
    expect(host.asked).toEqual([]);
  });

  it.each([
    ['members', { event_types: Array(70_000).fill(1) }, 'must have at most 50000 members'],
    [
      'levels',
      { headers: JSON.parse(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`) },
      'must have at most 64 levels',
    ],
  ])('S-103: refuses a body with too many %s before it is parsed', async (_, body, message) => {
    const { bench } = await openBoth();
    const answer = await bench.call('/admin/v1/webhook-endpoints', as('all', { method: 'POST', body }));
    expect([answer.status, (answer.json as { errors: unknown }).errors]).toEqual([
      400,
      [{ field: '', message }],
    ]);
  });

  it('S-103: refuses a long list without describing its items', async () => {
    const { bench } = await openBoth();
    const body = { name: 'Alerts', url: 'https://example.com/', event_types: Array(49_000).fill(1) };
    const answer = await bench.call('/admin/v1/webhook-endpoints', as('all', { method: 'POST', body }));
    expect([answer.status, (answer.json as { errors: unknown }).errors]).toEqual([
      400,
      [{ field: 'event_types', message: 'must have at most 100 entries' }],
    ]);
  });

  it('says how many errors an answer leaves out', async () => {
    const { bench } = await openBoth();
    const keys = Array.from({ length: 40_000 }, (_, nth) => [`key${nth}`, 1]);
    const body = { name: 'Tone', ...Object.fromEntries(keys) };
    const answer = await bench.call('/admin/v1/attributes', as('all', { method: 'POST', body }));
    const { errors } = answer.json as { errors: { field: string; message: string }[] };
    expect(errors[0]).toEqual({ field: 'key0', message: 'is not known here' });
    expect(errors.at(-1)).toEqual({ field: '', message: `and ${40_000 - (errors.length - 1)} more` });
  });

  //
  it('refuses in the words of the platform, and detail repeats the errors', async () => {
    const { host, bench } = await openBoth();
    const body = {
      project_id: 7,
      metric: 'speed',
      operator: '>',
      threshold_value: -1,
      window_duration: '5m',
      enabled: 'yes',
    };
    const answer = await bench.call('/admin/v1/alert-rules', as('write', { method: 'POST', body }));
    const errors = [
      { field: 'name', message: 'is required' },
      { field: 'project_id', message: 'must be a string' },
      {
        field: 'metric',
        message:
          'must be one of turn_latency_p50, turn_latency_p95, api_errors, function_errors, call_crashes, call_volume',
      },
      { field: 'threshold_value', message: 'must be a non-negative integer' },
      { field: 'enabled', message: 'must be true or false' },
    ];
    expect(answer.json).toMatchObject({ status: 400, code: 'invalid_request', errors });
    expect((answer.json as { detail: string }).detail).toMatch(
      /^name is required; project_id must be a string; metric must be one of turn_latency_p50, .*[.…]$/,
    );
    const bulk = await bench.call(
      '/admin/v1/audio-cache/bulk-delete',
      as('write', { method: 'POST', body: { ids: [] } }),
    );
    const list = await bench.call('/admin/v1/conversations?limit=0&channel=', as('read'));
    expect([bulk, list].map((answer) => (answer.json as { detail: string }).detail)).toEqual([
      'ids must have at least 1 entry.',
      'channel.0 must have at least 1 character; limit must be at least 1.',
    ]);
    expect(host.asked).toEqual([]);
  });

  //
  it('answers 422 when only an id of the path is malformed', async () => {
    const { host, bench } = await openBoth();
    const paths = ['/alert-rules/ar-1', '/webhook-endpoints/1', '/outbound-calls/1'];
    const answers = await Promise.all(paths.map((path) => bench.call(`/admin/v1${path}`, as('read'))));
    const mixed = await bench.call('/admin/v1/alert-rules/ar-1?x=1', as('read'));
    expect(answers.map(outcomeOf)).toEqual(paths.map(() => problem(422, 'unprocessable')));
    expect(outcomeOf(mixed)).toEqual(problem(400, 'invalid_request'));
    expect(host.asked).toEqual([]);
  });

  it('uses one code for a request that is not sent, whoever notices it', async () => {
    const { bench } = await openBoth();
    const host = await openHost();
    const { FOYER_PROJECT_ID: _, ...env } = restEnv(host);
    const withoutProject = await open({ env: { ...ADMIN_ENV, ...env } });
    const answer = await withoutProject.call('/admin/v1/behavior', as('read'));
    expect(answer.json).toMatchObject({
      status: 400,
      code: 'invalid_request',
      detail: 'agent_id is required.',
      errors: [{ field: 'agent_id', message: 'is required' }],
    });
    await lives(bench);
  });

  it('S-64: names an unknown parameter of a query', async () => {
    const { host, bench } = await openBoth();
    for (const operation of OPERATIONS.filter((operation) => operation.upstream)) {
      const path = pathOf(operation) + (operation.path.includes('?') ? '&' : '?');
      const answer = await bench.call(
        `${path}connector=evil`,
        as('all', { method: operation.method, body: operation.body }),
      );
      expect([operation.id, answer.status, (answer.json as { errors?: unknown }).errors]).toEqual([
        operation.id,
        400,
        [{ field: 'connector', message: 'is not known here' }],
      ]);
    }
    expect(host.asked).toEqual([]);
  });

  it('calls no other path for any spelling of an identifier (S-59, S-61)', async () => {
    const { host, bench } = await openBoth();
    host.answer(answerJson(200, {}));
    const ids = [
      '..',
      '%2e%2e',
      '..%2f..%2fv1%2falerts',
      '%252e%252e%252f',
      'a%2fb',
      'a%5cb',
      'a%00',
      'a%0d%0aX-Evil:%201',
      'a%3fb=1',
      'a%23b',
      'a;b',
      '%ff',
      '%',
      'http:%2f%2fevil.example',
      '%F0%9F%92%A9',
      'a'.repeat(201),
    ];
    for (const { path, method, body, id: name } of OPERATIONS.filter((operation) =>
      /\/(ar_1|whe_1|a|c-1|OUT-1)\b/.test(operation.path),
    )) {
      for (const id of ids) {
        const spoiled = path.replace(/\/(ar_1|whe_1|a|c-1|OUT-1)(?=\/|\?|$)/, `/${id}`);
        const raw = await bench.raw(
          `${method} /admin/v1${spoiled} HTTP/1.1\r\nHost: relay\r\nAuthorization: ${bearer('all').Authorization}\r\nConnection: close\r\n` +
            (body
              ? `Content-Type: application/json\r\nContent-Length: ${JSON.stringify(body).length}\r\n`
              : '') +
            `\r\n${body ? JSON.stringify(body) : ''}`,
        );
        expect([name, id, raw.slice(9, 12)]).toEqual([name, id, expect.stringMatching(/^4(00|04|05|22)$/)]);
      }
    }
    expect(host.asked).toEqual([]);
    await lives(bench);
  });

  it('S-58: forwards no header of a client to the platform', async () => {
    const { host, bench } = await openBoth();
    host.answer(answerJson(200, { behavior: 'x' }));
    const headers = {
      'X-Api-Key': 'CNRY-of-the-client',
      Cookie: 'a=b',
      'X-Forwarded-Host': 'evil.example',
      'User-Agent': 'evil',
      'X-Service-Auth-Token': 'evil',
    };
    await bench.call('/admin/v1/behavior', as('read', { headers }));
    const sent = host.asked[0]?.headers ?? {};
    expect([sent['x-api-key'], sent['user-agent'], sent['cookie'], sent['x-forwarded-host']]).toEqual([
      'CNRY-base-1122334455667788',
      'foyer-chat',
      undefined,
      undefined,
    ]);
    expect(sent['x-service-auth-token']).toBeUndefined();
  });
});

const text =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

const SECRET = 'CNRY-base-1122334455667788 at /src/secret.ts:1 for 10.0.0.7';
const SHAPES = {
  spec: { message: SECRET, errors: [{ field: 'name', message: 'must not be empty' }] },
  envelope: { success: false, error: SECRET, error_id: 'err-7', error_code: 'NO_SUCH_THING', data: null },
  validation: { detail: [{ loc: ['body', 'name'], msg: 'field required', type: 'missing' }] },
  short: { error_message: SECRET },
};

/** Failures of the platform and the expected answers. Reads are retried, so each failure is repeated. */
const FAILURES: readonly (readonly [string, Answer, object])[] = [
  [
    'resets the connection',
    (response) => void response.socket?.resetAndDestroy(),
    problem(503, 'UNREACHABLE'),
  ],
  [
    'resets the connection within the body',
    (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"beh', () => response.socket?.resetAndDestroy());
    },
    problem(502, 'BROKEN_ANSWER'),
  ],
  ['redirects', text(302, '', { Location: 'http://127.0.0.1:1/evil' }), problem(502, 'UPSTREAM_ERROR')],
  [
    'answers HTML',
    text(200, `<html>${SECRET}</html>`, { 'Content-Type': 'text/html' }),
    problem(502, 'UNEXPECTED_ANSWER'),
  ],
  [
    'answers truncated JSON',
    text(200, '{"behavior":"x', { 'Content-Type': 'application/json' }),
    problem(502, 'UNEXPECTED_ANSWER'),
  ],
  [
    'answers wrong types',
    answerJson(200, { behavior: 7, secret: SECRET }),
    problem(502, 'UNEXPECTED_ANSWER'),
  ],
  [
    'sends an empty answer',
    text(200, '', { 'Content-Type': 'application/json' }),
    problem(502, 'UNEXPECTED_ANSWER'),
  ],
  ['fails with HTML', text(500, `<html>${SECRET}</html>`), problem(502, 'UPSTREAM_ERROR')],
  ['fails with 503', answerJson(503, SHAPES.envelope), problem(502, 'NO_SUCH_THING')],
  ['refuses the key', answerJson(401, SHAPES.short), problem(502, 'UNAUTHORIZED')],
  ['forbids', answerJson(403, SHAPES.short), problem(502, 'FORBIDDEN')],
  ['knows nothing of it', answerJson(404, SHAPES.envelope), problem(404, 'NO_SUCH_THING')],
  ['is at its limit', answerJson(409, SHAPES.spec), problem(409, 'CONFLICT')],
  ['does not accept a value', answerJson(422, SHAPES.validation), problem(422, 'UNPROCESSABLE')],
  ['does not accept the request', answerJson(400, SHAPES.spec), problem(400, 'BAD_REQUEST')],
  ['does not offer it', answerJson(501, SHAPES.short), problem(501, 'NOT_IMPLEMENTED')],
];

describe('a failing platform', () => {
  /** Advances the clock while the relay waits for a retry. */
  async function ask(bench: Bench, path = '/admin/v1/behavior'): Promise<Answered> {
    let isDone = false;
    const answer = bench.call(path, as('read')).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      if ((bench.clock.nextIn() ?? Number.POSITIVE_INFINITY) < 2_000) bench.clock.advance(1_000);
    }
    return answer;
  }

  it.each(FAILURES)(
    'S-07: reports that the platform %s without secret, host or stack',
    async (_, failure, wanted) => {
      const { host, bench } = await openBoth();
      host.answer(failure);
      const answer = await ask(bench);
      expect(outcomeOf(answer)).toEqual(wanted);
      expect(answer.text).not.toMatch(/127\.0\.0\.1|10\.0\.0\.7|secret/i);
      await lives(bench);
    },
  );

  it('reports a failure of the platform with its error id and its field errors', async () => {
    const { host, bench } = await openBoth();
    host.answer(answerJson(422, SHAPES.validation, { 'X-PolyAI-Correlation-Id': 'c0ffee-1' }));
    const answer = await ask(bench);
    expect(answer.json).toEqual({
      type: 'urn:foyer:problem:UNPROCESSABLE',
      title: 'The platform does not accept a value',
      status: 422,
      detail: 'name field required.',
      code: 'UNPROCESSABLE',
      errors: [{ field: 'name', message: 'field required' }],
      upstream: { status: 422, error_id: 'c0ffee-1' },
      request_id: answer.headers.get('x-request-id'),
    });
  });

  it('reports throttling at once, with Retry-After, to a read and a change', async () => {
    const { host, bench } = await openBoth();
    host.answer(answerJson(429, {}, { 'Retry-After': '30' }));
    for (const [path, call] of [
      ['/attributes', as('write', { method: 'POST', body: { name: 'Tone' } })],
      ['/alert-rules', as('read')],
      ['/conversations', as('read')],
      ['/conversations/C-1/audio', as('read')],
    ] as const) {
      const answer = await bench.call(`/admin/v1${path}`, call);
      expect([path, outcomeOf(answer), answer.headers.get('retry-after')]).toEqual([
        path,
        problem(429, 'TOO_MANY_REQUESTS'),
        '30',
      ]);
    }
  });

  it('closes the connection before the answer is complete when the platform fails within a page', async () => {
    const { host, bench } = await openBoth();
    host.answer((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"conversations":[{"id":"c-1"}', () => response.socket?.resetAndDestroy());
    });
    await expect(bench.call('/admin/v1/conversations', as('read'))).rejects.toThrow();
    await lives(bench);
  });

  it.each([
    [
      'silent',
      (_: RestHost): Answer =>
        () => {},
      problem(504, 'TIMEOUT'),
    ],
  ])('waits for a platform that is %s no longer than the time limit of the call', async (_, make, wanted) => {
    const { host, bench } = await openBoth();
    host.answer(make(host));
    let isDone = false;
    const answer = bench.call('/admin/v1/behavior', as('read')).finally(() => {
      isDone = true;
    });
    let waited = 0;
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = bench.clock.nextIn();
      if (next === undefined || waited + next > 60_000) continue;
      waited += next;
      bench.clock.advance(next);
    }
    expect(outcomeOf(await answer)).toEqual(wanted);
    expect(waited).toBeLessThanOrEqual(45_000);
  });
});
