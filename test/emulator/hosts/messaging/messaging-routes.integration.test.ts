import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccessTokens,
  TOKEN_LIFE_SECONDS,
} from '../../../../src/emulator/hosts/messaging/access-tokens.ts';
import { createMessagingApp } from '../../../../src/emulator/hosts/messaging/messaging-routes.ts';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { call, newSession, newToken } from '../../support/visitor.ts';

const clock = createFakeClock();
const CONNECTORS = [
  { token: 'conn-1', hosts: ['lumen-oak.example', 'https://other.example'] },
  { token: 'conn-2', hosts: [] },
];
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ clock, connectors: CONNECTORS });
});
afterAll(() => emulator.close());

const TOKEN = '/api/v1/access-token';
const SESSIONS = '/api/v1/sessions';
const ask = (headers: Record<string, string>) => call(emulator, TOKEN, { headers, body: '{}' });
const refused = (text: string) => ({ error: text, message: text });
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('M-2.1: the token call', () => {
  it('issues a token of one day for a new visitor at every call', async () => {
    const headers = { 'X-Token': 'conn-1', 'X-Host': 'lumen-oak.example' };
    const [first, second] = [await ask(headers), await ask(headers)];
    expect(first).toMatchObject({
      status: 200,
      body: { access_token: expect.any(String), expires_in: 86_400, token_type: 'Bearer' },
    });
    const [a, b] = [first, second].map(({ body }) =>
      claimsOf((body as { access_token: string }).access_token),
    );
    expect(a).toEqual({
      iss: 'foyer-emulator',
      sub: expect.any(String),
      jti: expect.any(String),
      iat: clock.now() / 1000,
      exp: clock.now() / 1000 + 86_400,
    });
    expect(a.sub).not.toBe(b.sub);
  });

  it.each([
    'lumen-oak.example',
    'https://lumen-oak.example',
    'https://lumen-oak.example/',
    'LUMEN-OAK.example',
    'www.lumen-oak.example',
    'https://a.b.lumen-oak.example',
    'other.example',
    'shop.other.example',
  ])('M-2.4: accepts the registered host and its subdomains: %s', async (host) => {
    expect(await ask({ 'X-Token': 'conn-1', 'X-Host': host })).toMatchObject({ status: 200 });
  });

  it.each([
    'evil-lumen-oak.example',
    'lumen-oak.example.evil.example',
    'example',
    'http://lumen-oak.example',
    'lumen-oak.example:443',
    '.lumen-oak.example',
    'x/.lumen-oak.example',
    'evil.example?.lumen-oak.example',
    '*',
  ])('refuses the host %s', async (host) => {
    const { status, body } = await ask({ 'X-Token': 'conn-1', 'X-Host': host });
    expect({ status, body }).toEqual({ status: 401, body: refused('Failed to validate connector') });
  });

  it.each([
    ['without headers', {}, 'Missing authentication headers'],
    ['without X-Token', { 'X-Host': 'lumen-oak.example' }, 'Missing authentication headers'],
    ['without X-Host', { 'X-Token': 'conn-1' }, 'Missing authentication headers'],
    [
      'with an empty X-Token',
      { 'X-Token': '', 'X-Host': 'lumen-oak.example' },
      'Missing authentication headers',
    ],
    [
      'with an unknown token',
      { 'X-Token': 'conn-3', 'X-Host': 'lumen-oak.example' },
      'Connector token does not exist',
    ],
    [
      'of a connector without hosts',
      { 'X-Token': 'conn-2', 'X-Host': 'a.example' },
      'Connector missing host domain',
    ],
    ['with a foreign host', { 'X-Token': 'conn-1', 'X-Host': 'a.example' }, 'Failed to validate connector'],
  ])('refuses a call %s', async (_, headers, text) => {
    const { status, body } = await ask(headers as Record<string, string>);
    expect({ status, body }).toEqual({ status: 401, body: refused(text) });
  });
});

describe('M-2.2: the session call', () => {
  let token: string;
  beforeAll(async () => {
    token = await newToken(emulator);
  });
  const create = (body: string | undefined, authorization = `Bearer ${token}`) =>
    call(emulator, SESSIONS, {
      headers: { Authorization: authorization },
      ...(body !== undefined && { body }),
    });

  it.each([
    ['no body', undefined, false],
    ['an empty object', '{}', false],
    ['streaming off', '{"streaming_enabled":false}', false],
    ['streaming on', '{"streaming_enabled":true,"platform":"ios-web"}', true],
    ['a field of a native client', '{"streaming_enabled":true,"device_type":"mobile"}', true],
  ])('M-2.2: accepts %s, and the history announces if chunks will come', async (_, body, streaming) => {
    const answer = await create(body);
    expect(answer).toMatchObject({
      status: 200,
      body: { session_id: expect.stringMatching(/^[\da-f-]{36}$/) },
    });
    const { session_id: id } = answer.body as { session_id: string };
    expect(emulator.journalOf(id)).toEqual([
      {
        id: expect.any(String),
        sequence: 1,
        at: clock.now(),
        kind: 'sessionStart',
        capabilities: {
          streaming,
          maxMessageSizeBytes: 131_072,
          maxReconnectAttempts: 10,
          heartbeatIntervalSeconds: 30,
        },
      },
    ]);
    expect(emulator.sessions()).toContain(id);
  });

  it.each(['web', 'ios', 'android', 'ios-web', 'android-web', 'custom'])(
    'accepts the platform %s',
    async (platform) => {
      expect(await create(JSON.stringify({ platform }))).toMatchObject({ status: 200 });
    },
  );

  it.each([
    ['not JSON', '{streaming_enabled:true}'],
    ['a text', '"streaming"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['streaming as a text', '{"streaming_enabled":"true"}'],
    ['streaming as null', '{"streaming_enabled":null}'],
    ['an unknown platform', '{"platform":"desktop"}'],
    ['a platform that is a number', '{"platform":1}'],
  ])('refuses a body that is %s', async (_, text) => {
    const { status, body } = await create(text);
    expect({ status, body }).toEqual({ status: 400, body: refused('Error parsing request') });
  });

  it('M-2.8: refuses a call without Authorization', async () => {
    const { status, body } = await call(emulator, SESSIONS, { body: '{}' });
    expect({ status, body }).toEqual({ status: 400, body: refused('Missing access token') });
  });

  it.each(['Bearer', 'Basic abc', 'abc'])('M-2.9: refuses the malformed authorization %j', async (value) => {
    const { status, body } = await create('{}', value);
    expect({ status, body }).toEqual({ status: 401, body: refused('Missing authentication headers') });
  });

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (text: string) => createHmac('sha256', 'guess').update(text).digest('base64url');
  it.each([
    ['rubbish', () => 'abc'],
    ['a changed signature', () => `${token.slice(0, -3)}AAA`],
    ['a changed signature of the same bytes', () => `${token}=`],
    ['no signature', () => token.split('.').slice(0, 2).join('.')],
    ['a fourth part', () => `${token}.x`],
    ['other claims', () => token.replace(/\.[^.]+\./, `.${part({ iss: 'foyer-emulator', exp: 9e9 })}.`)],
    ['alg none', () => `${part({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`],
    [
      'the secret of another platform',
      () => {
        const text = `${token.split('.')[0]}.${token.split('.')[1]}`;
        return `${text}.${signed(text)}`;
      },
    ],
  ])('refuses a token with %s', async (_, forge) => {
    const { status, body } = await create('{}', `Bearer ${forge()}`);
    expect({ status, body }).toEqual({ status: 401, body: refused('Invalid access token') });
  });

  it('refuses a token after one day', async () => {
    const lateClock = createFakeClock();
    const late = await startEmulator({ clock: lateClock });
    const old = await newToken(late);
    const createThere = () => call(late, SESSIONS, { headers: { Authorization: `Bearer ${old}` } });
    lateClock.advance(TOKEN_LIFE_SECONDS * 1000 - 1);
    expect(await createThere()).toMatchObject({ status: 200 });
    lateClock.advance(1);
    expect(await createThere()).toMatchObject({ status: 401, body: refused('Invalid access token') });
    await late.close();
  });
});

describe('the messaging host', () => {
  it.each([
    ['access-token', TOKEN, 500, 'Failed to create access token'],
    ['access-token', TOKEN, 429, 'Too many requests'],
    ['sessions', SESSIONS, 500, 'Failed to create session'],
    ['sessions', SESSIONS, 429, 'Too many requests'],
  ] as const)('refuses the next call of %s as injected, once: %s %s', async (name, path, status, text) => {
    const token = await newToken(emulator);
    const headers = { 'X-Token': 'conn-1', 'X-Host': 'lumen-oak.example', Authorization: `Bearer ${token}` };
    emulator.refuseNext(name, { status, text, ...(status === 429 && { retryAfterSeconds: 7 }) });
    const [first, second] = [
      await call(emulator, path, { headers }),
      await call(emulator, path, { headers }),
    ];
    expect([first.status, first.body, first.headers.get('Retry-After')]).toEqual([
      status,
      refused(text),
      status === 429 ? '7' : null,
    ]);
    expect(second.status).toBe(200);
  });

  it.each([
    [TOKEN, { 'X-Token': 'conn-1', 'X-Host': 'lumen-oak.example' }, 'Failed to create access token'],
    [SESSIONS, { Authorization: 'Bearer t' }, 'Failed to create session'],
  ])('answers %s with its own failure text when an internal error occurs', async (path, headers, text) => {
    const broken = () => {
      throw new Error('disk full');
    };
    const app = createMessagingApp({
      connectors: CONNECTORS,
      tokens: { mint: broken, isValid: () => true },
      sessions: { create: broken },
      injectedRefusal: () => undefined,
      desk: new Hono(),
      now: clock.now,
      log: () => {},
    });
    const answer = await app.request(path, { method: 'POST', headers: headers as Record<string, string> });
    expect([answer.status, await answer.json()]).toEqual([500, refused(text)]);
  });

  it.each([
    ['GET', TOKEN, 'POST'],
    ['DELETE', SESSIONS, 'POST'],
    ['OPTIONS', SESSIONS, 'POST'],
    ['POST', '/ws', 'GET'],
  ])('refuses %s %s and names the allowed methods', async (method, path, allow) => {
    const { status, body, headers } = await call(emulator, path, { method });
    expect([status, body, headers.get('Allow')]).toEqual([405, refused('Method not allowed'), allow]);
  });

  it('requires an upgrade on the socket path', async () => {
    expect(await call(emulator, '/ws', { method: 'GET' })).toMatchObject({ status: 426 });
  });

  it.each(['/', '/api', '/api/v1/session', '/media/none.svg', '/media/constructor', '/api/v1/sessions/x'])(
    'serves nothing at %s',
    async (path) => {
      const { status, body } = await call(emulator, path, { method: 'GET' });
      expect({ status, body }).toEqual({ status: 404, body: refused('Not found') });
    },
  );

  it('refuses a body that is too large', async () => {
    const answer = await call(emulator, SESSIONS, { body: 'x'.repeat(16_385) });
    expect([answer.status, answer.body]).toEqual([413, refused('Request body too large')]);
  });

  it('serves the pictures of its messages as images that cannot run scripts', async () => {
    const answer = await fetch(`${emulator.messagingUrl}/media/lamp.svg`);
    expect([
      answer.status,
      answer.headers.get('Content-Type'),
      answer.headers.get('X-Content-Type-Options'),
    ]).toEqual([200, 'image/svg+xml', 'nosniff']);
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await answer.text()).toMatch(/^<svg /);
  });

  it('forbids caching', async () => {
    const answers = [await call(emulator, SESSIONS), await call(emulator, '/nothing'), await ask({})];
    expect(answers.map(({ headers }) => headers.get('Cache-Control'))).toEqual(Array(3).fill('no-store'));
  });
});

describe('the log', () => {
  const lines: string[] = [];
  let logged: Emulator;
  afterEach(() => logged.close());

  it('the log contains neither tokens nor whole session ids', async () => {
    logged = await startEmulator({ clock, log: (line) => lines.push(line) });
    const session = await newSession(logged, { platform: 'ios' });
    await call(logged, SESSIONS, { headers: { Authorization: `Bearer ${session.token}x` } });
    logged.expireSession(session.id);
    const name = session.id.slice(0, 8);
    expect(lines).toEqual([
      `listening on ${logged.messagingUrl}, ${logged.baseUrl}, ${logged.platformUrl}`,
      `session ${name} created (ios, streaming off)`,
      'POST /api/v1/sessions refused: 401 Invalid access token',
      `session ${name} ended (user_abandoned)`,
    ]);
  });
});

it('tokens signed with one secret are not valid under another', () => {
  const token = createAccessTokens('a').mint(0);
  expect([createAccessTokens('a').isValid(token, 0), createAccessTokens('b').isValid(token, 0)]).toEqual([
    true,
    false,
  ]);
});
