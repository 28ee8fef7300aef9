import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestApp } from '../../../../src/emulator/hosts/rest/rest-app.ts';
import { findAccount, route } from '../../../../src/emulator/hosts/rest/route.ts';
import { messageFormat } from '../../../../src/emulator/http/rest-error.ts';
import { type ApiKey, type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createKeyring } from '../../../../src/emulator/model/keys.ts';
import { openStore } from '../../../../src/emulator/store/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createInProcessHosts } from './in-process-hosts.ts';
import { envelopeError, messageError, onBase, onOutbound, onPlatform, request } from './rest-calls.ts';

/** Keys of each kind for each family, e.g. `base:eu` for the base family in the region eu. */
const KINDS: Record<string, Omit<ApiKey, 'family' | 'key'>> = {
  eu: { region: 'eu' },
  studio: { region: 'studio' },
  us: { region: 'us' },
  shop: { projectIds: ['PROJECT-shop'] },
  warehouse: { projectIds: ['warehouse'] },
  quiet: { permissions: [] },
  stranger: { accountId: 'ACCOUNT-other', projectIds: ['shop'] },
};
const FAMILIES = ['base', 'platform', 'outbound'] as const;
const keys: readonly ApiKey[] = FAMILIES.flatMap((family) =>
  Object.entries(KINDS).map(([kind, value]) => ({ ...value, family, key: `${family}:${kind}` })),
);

const CONVERSATION = { id: 'c-1', data: { customer: '7' } };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ clock: createFakeClock(), keys });
  emulator.putHandoffState(CONVERSATION);
});
afterAll(() => emulator.close());

const BEHAVIOR = '/v1/agents/shop/branches/draft/behavior';
const HANDOFF = '/v1/lumen-oak/shop/handoff_state?id=c-1';

/** Statuses of one call to each family with a key. */
async function statuses(key: (family: ApiKey['family']) => string) {
  const noCall = '/v1/outbound-calling/OUT-00000000-0000-4000-8000-000000000000/status';
  const answers = [
    await onBase(emulator, key('base'))('GET', BEHAVIOR),
    await onPlatform(emulator, key('platform'))('GET', HANDOFF),
    await onOutbound(emulator, key('outbound'))('GET', noCall),
  ];
  return answers.map(({ status }) => status);
}

describe('keys (R-1.1 to R-1.8)', () => {
  it('a platform generates keys for each family and names them after it', async () => {
    const own = { base: emulator.baseKey, platform: emulator.platformKey, outbound: emulator.outboundToken };
    expect(await statuses((family) => own[family])).toEqual([200, 200, 404]);
    const { accountId, projectId, branchId, outboundUrl, platformUrl } = emulator;
    expect([accountId, projectId, branchId, outboundUrl]).toEqual([
      'lumen-oak',
      'shop',
      'draft',
      platformUrl,
    ]);
    expect(Object.values(own)).toEqual(
      FAMILIES.map((family) => expect.stringMatching(new RegExp(`^emulator-${family}-[\\w-]{43}$`))),
    );
  });

  it.each([
    ['us', [200, 200, 404]],
    ['eu', [401, 401, 401]],
    ['studio', [401, 401, 401]],
    ['shop', [200, 200, 404]],
    ['warehouse', [404, 404, 404]],
    ['quiet', [200, 403, 404]],
    // The base host has a seeded project of the same name in this account.
    ['stranger', [200, 404, 404]],
    ['unknown', [401, 401, 401]],
  ])('S-84: %s: base, platform and outbound answer %j', async (kind, expected) => {
    expect(await statuses((family) => `${family}:${kind}`)).toEqual(expected);
  });

  it('keys are valid for their own family only', async () => {
    const used = FAMILIES.map((own) => statuses(() => `${own}:us`));
    expect(await Promise.all(used)).toEqual([
      [200, 401, 401],
      [401, 200, 401],
      [401, 401, 404],
    ]);
  });

  it('keys are valid for the platform of their region', async () => {
    const elsewhere = await startEmulator({ keys, region: 'eu' });
    const behavior = (kind: string) => onBase(elsewhere, `base:${kind}`)('GET', BEHAVIOR);
    expect([(await behavior('eu')).status, (await behavior('us')).status]).toEqual([200, 401]);
    expect((await onBase(elsewhere)('GET', BEHAVIOR)).status).toBe(200);
    await elsewhere.close();
  });

  it('a key accepts account and project as a slug or with a prefix (R-1.8)', async () => {
    const get = onPlatform(emulator);
    const path = '/v1/ACCOUNT-lumen-oak/PROJECT-shop/handoff_state?id=c-1';
    expect(await get('GET', path)).toEqual({ status: 200, body: CONVERSATION });
    expect((await onBase(emulator)('GET', '/v1/agents/PROJECT-shop/branches/main/behavior')).status).toBe(
      200,
    );
    expect((await get('GET', '/v1/shop/lumen-oak/handoff_state?id=c-1')).status).toBe(404);
  });

  it('M-1.9: only outbound calling accepts keys in the header of its dialect (R-1.2)', async () => {
    const url = `${emulator.outboundUrl}/v1/outbound-calling`;
    const call = (headers: Record<string, string>) =>
      request(url, 'POST', headers, { to_number: '+15550100142' }).then(({ status }) => status);
    expect([
      await call({ 'X-Service-Auth-Token': emulator.outboundToken }),
      await call({ 'X-PolyAi-Auth-Token': emulator.outboundToken }),
      await call({ 'X-API-KEY': emulator.outboundToken }),
    ]).toEqual([200, 401, 401]);
  });

  it('refuses keys in the error format of each route group (R-2.9)', async () => {
    const answers = async (headers: Record<string, string>) => [
      await request(emulator.baseUrl + BEHAVIOR, 'GET', headers),
      await request(`${emulator.baseUrl}/v1/alerts`, 'GET', headers),
      await request(emulator.platformUrl + HANDOFF, 'GET', headers),
      await request(`${emulator.outboundUrl}/v1/outbound-calling`, 'POST', headers),
    ];
    const bodies = (message: string) => [
      envelopeError(401, 'UNAUTHORIZED', message),
      messageError(401, message),
      { status: 401, body: { error_message: message } },
      { status: 401, body: { error: message, code: 'UNAUTHORIZED' } },
    ];
    expect(await answers({})).toMatchObject(bodies('Missing API key'));
    const wrong = { 'X-API-KEY': 'x', 'X-Service-Auth-Token': 'x' };
    expect(await answers(wrong)).toMatchObject(bodies('Invalid API key'));
  });
});

describe('every answer', () => {
  it('every answer has its own correlation id, even an error, and is not cached (R-2.10)', async () => {
    const key = { 'X-API-KEY': emulator.baseKey };
    const answers = [
      await request(emulator.baseUrl + BEHAVIOR, 'GET', key),
      await request(emulator.baseUrl + BEHAVIOR, 'GET', {}),
      await request(`${emulator.baseUrl}/nothing`, 'GET', key),
      await request(emulator.platformUrl + HANDOFF, 'GET', key),
    ];
    const ids = answers.map(({ headers }) => headers.get('X-PolyAI-Correlation-Id'));
    expect(ids).toEqual(Array(4).fill(expect.stringMatching(UUID)));
    expect(new Set(ids).size).toBe(4);
    expect(answers[1]?.body).toMatchObject({ error_id: ids[1] });
    for (const { headers } of answers) {
      expect([headers.get('Cache-Control'), headers.get('X-Content-Type-Options')]).toEqual([
        'no-store',
        'nosniff',
      ]);
    }
  });

  it('answers 404 for an unknown path and 405 with Allow for another method', async () => {
    const base = onBase(emulator);
    expect(await base('GET', '/v1/nothing')).toEqual(envelopeError(404, 'NOT_FOUND', 'Resource not found'));
    expect(await onPlatform(emulator)('GET', '/v9/x')).toEqual({
      status: 404,
      body: { error_message: 'Resource not found' },
    });
    const { status, headers, body } = await request(`${emulator.baseUrl}/v1/alert-rules`, 'PUT', {
      'X-API-KEY': emulator.baseKey,
    });
    expect([status, headers.get('Allow'), body]).toEqual([
      405,
      'GET, POST',
      { message: 'Method not allowed', errors: [] },
    ]);
  });

  it('an answer to HEAD equals the one to GET without the body', async () => {
    const answer = await request(emulator.baseUrl + BEHAVIOR, 'HEAD', { 'X-API-KEY': emulator.baseKey });
    expect([answer.status, answer.body]).toEqual([200, undefined]);
  });

  it.each([
    ['base', 502, () => onBase(emulator)('GET', '/v1/alert-rules'), { message: 'Sync failure', errors: [] }],
    ['base', 500, () => onBase(emulator)('GET', '/v1/alerts'), { message: 'Sync failure', errors: [] }],
    ['platform', 500, () => onPlatform(emulator)('GET', HANDOFF), { error_message: 'Sync failure' }],
    [
      'outbound',
      500,
      () => onOutbound(emulator)('POST', '/v1/outbound-calling'),
      { error: 'Sync failure', code: 'HTTP_500' },
    ],
  ] as const)('a fault sets the answer of %s to %s once', async (family, status, ask, body) => {
    emulator.refuseNext(family, { status, text: 'Sync failure' });
    expect(await ask()).toEqual({ status, body });
    expect((await ask()).status).not.toBe(status);
  });

  it('an answer has the Retry-After of an injected fault', async () => {
    emulator.refuseNext('base', { status: 429, text: 'Slow down', retryAfterSeconds: 7 });
    const answer = await request(emulator.baseUrl + BEHAVIOR, 'GET', { 'X-API-KEY': emulator.baseKey });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '7']);
  });

  it('answers 500 without the cause for an internal error', async () => {
    const lines: string[] = [];
    const broken = route('GET', '/broken', findAccount, {
      run() {
        throw new Error('disk full');
      },
    });
    const own = { accountId: 'a', projectId: 'p', region: 'us' } as const;
    const app = createRestApp([{ family: 'base', errorFormat: messageFormat, routes: [broken] }], {
      keyring: createKeyring([{ family: 'base', key: 'k' }], own),
      dialect: 'service',
      injectedRefusal: () => undefined,
      log: (line) => lines.push(line),
    });
    const answer = await app.request('/broken', { headers: { 'X-API-KEY': 'k' } });
    expect([answer.status, await answer.json(), lines]).toEqual([
      500,
      { message: 'Internal server error', errors: [] },
      ['GET /broken failed: disk full', 'GET /broken refused: 500 Internal server error'],
    ]);
  });
});

describe('the log', () => {
  it('the log has one line for each refusal, for any path, without the key', async () => {
    const lines: string[] = [];
    const logged = await startEmulator({ log: (line) => lines.push(line) });
    const base = onBase(logged, 'a-secret');
    await base('GET', '/v1/alert-rules/ar_1%0d%0aforged?query=hidden');
    await base('GET', `/v1/${'x'.repeat(1000)}`);
    await logged.close();
    expect(lines.slice(1)).toEqual([
      'GET /v1/alert-rules/ar_1%0d%0aforged refused: 401 Invalid API key',
      `GET /v1/${'x'.repeat(504)} refused: 404 Resource not found`,
    ]);
  });
});

describe('the input', () => {
  const patch = (body: string, headers: Record<string, string> = {}) =>
    request(emulator.baseUrl + BEHAVIOR, 'PATCH', { 'X-API-KEY': emulator.baseKey, ...headers }, body);

  it('accepts at most one mebibyte of input', async () => {
    const [head, tail] = ['{"behavior":"', '"}'];
    const sized = (bytes: number) => head + 'x'.repeat(bytes - head.length - tail.length) + tail;
    expect((await patch(sized(1_048_576))).status).toBe(200);
    expect(await patch(sized(1_048_577))).toMatchObject(
      envelopeError(413, 'PAYLOAD_TOO_LARGE', 'Request body too large'),
    );
  });

  it.each([
    ['invalid JSON', '{', 400, 'VALIDATION_ERROR', 'The body must be JSON in UTF-8'],
    ['empty', '', 400, 'VALIDATION_ERROR', 'behavior is required'],
    ['a list', '[]', 400, 'VALIDATION_ERROR', expect.any(String)],
    [
      'another field',
      '{"behavior":"x","is_admin":true}',
      400,
      'VALIDATION_ERROR',
      'is_admin is not known here',
    ],
  ])('refuses input when it is %s', async (_, body, status, code, text) => {
    expect(await patch(body)).toMatchObject(envelopeError(status, code, text));
  });

  /** Sends a body in chunks without a length. */
  function streamed(parts: readonly Uint8Array[], breaksOff = false) {
    const waiting = [...parts];
    return app.request(BEHAVIOR, {
      method: 'PATCH',
      headers: { 'X-API-KEY': 'k', 'Content-Type': 'application/json' },
      body: new ReadableStream({
        pull(controller) {
          const part = waiting.shift();
          if (part) controller.enqueue(part);
          else if (breaksOff) controller.error(new Error('gone'));
          else controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
  }
  const store = openStore(':memory:');
  afterAll(() => store.close());
  const hosts = createInProcessHosts(store, [{ family: 'base', key: 'k' }]);
  const app = hosts.base;

  it('reads chunked input to its end or its limit', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const half = bytes('{"behavior":"Be ');
    const whole = await streamed([half, bytes('kind."}')]);
    expect([whole.status, await whole.json()]).toEqual([200, { behavior: 'Be kind.' }]);
    expect((await streamed(Array(17).fill(new Uint8Array(65_536)))).status).toBe(413);
    const broken = await streamed([half], true);
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: 'The body broke off' }]);
    const notUtf8 = await streamed([half, new Uint8Array([0xff]), bytes('"}')]);
    expect([notUtf8.status, await notUtf8.json()]).toMatchObject([
      400,
      { error: 'The body must be JSON in UTF-8' },
    ]);
  });

  it('refuses compressed input', async () => {
    expect((await patch('{"behavior":"x"}', { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  it('the input needs the content type of JSON', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await patch('{"behavior":"x"}', form)).toMatchObject(
      envelopeError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request body must be plain application/json'),
    );
    expect(
      (await patch('{"behavior":"x"}', { 'Content-Type': 'application/json; charset=utf-8' })).status,
    ).toBe(200);
  });

  it.each([
    ['metric=api_errors&metric=api_errors', 'metric'],
    ['colour=red', 'colour'],
    ['enabled=yes', 'enabled'],
  ])('accepts known parameters without repetitions, unlike %s (R-2.12)', async (query, field) => {
    const { status, body } = await onBase(emulator)('GET', `/v1/alert-rules?${query}`);
    expect([status, body]).toMatchObject([400, { errors: [{ field }] }]);
  });
});
