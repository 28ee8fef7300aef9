import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { type Call, fieldError, messageError, onBase } from './rest-calls.ts';

const clock = createFakeClock();
const keys = [{ family: 'base', key: 'stranger', accountId: 'other', projectIds: ['shop'] }] as const;
let emulator: Emulator;
let base: Call;
beforeEach(async () => {
  emulator = await startEmulator({ clock, keys });
  base = onBase(emulator);
});
afterEach(() => emulator.close());

const ENDPOINTS = '/v1/webhook-endpoints';
const ENDPOINT = {
  name: 'Production alerts',
  url: 'https://example.com/webhooks/foyer',
  event_types: ['alerts.triggered', 'alerts.resolved'],
};
const iso = (at: number) => new Date(at).toISOString();
const SECRET = expect.stringMatching(/^whsec_[\w-]{43}$/);
const endpointBody = (fields: object = {}) => ({
  id: expect.stringMatching(/^whe_[A-Za-z0-9]{22}$/),
  ...ENDPOINT,
  enabled: true,
  headers: {},
  timeout_ms: 5000,
  created_at: iso(clock.now()),
  updated_at: iso(clock.now()),
  ...fields,
});
const NOT_FOUND = messageError(404, 'Resource not found');

interface CreatedEndpoint {
  readonly id: string;
  readonly signing_secret: string;
}
async function createEndpoint(fields: object = {}, call = base): Promise<CreatedEndpoint> {
  const { status, body } = await call('POST', ENDPOINTS, { ...ENDPOINT, ...fields });
  expect(status).toBe(201);
  return body as CreatedEndpoint;
}
const idsOf = ({ body }: { body: unknown }) => (body as { data: { id: string }[] }).data.map(({ id }) => id);

describe('webhook endpoints (R-8.1 to R-8.4)', () => {
  it('creates a webhook endpoint with a secret that is returned once (R-8.2)', async () => {
    expect(await base('POST', ENDPOINTS, ENDPOINT)).toEqual({
      status: 201,
      body: endpointBody({ signing_secret: SECRET }),
    });
    const [id] = idsOf(await base('GET', ENDPOINTS));
    expect(await base('GET', `${ENDPOINTS}/${id}`)).toEqual({ status: 200, body: endpointBody() });
    expect(await base('GET', ENDPOINTS)).toEqual({ status: 200, body: { data: [endpointBody()] } });
    expect(await base('PATCH', `${ENDPOINTS}/${id}`, {})).toEqual({ status: 200, body: endpointBody() });
  });

  it('each rotation gives another secret (R-8.2)', async () => {
    const { id, signing_secret } = await createEndpoint();
    const rotate = async () => {
      const { status, body } = await base('POST', `${ENDPOINTS}/${id}/rotate-secret`);
      expect([status, body]).toEqual([200, { signing_secret: SECRET }]);
      return (body as CreatedEndpoint).signing_secret;
    };
    expect(new Set([signing_secret, await rotate(), await rotate()]).size).toBe(3);
  });

  it('changes webhook endpoints by field, and deletes them', async () => {
    const { id } = await createEndpoint();
    const created_at = iso(clock.now());
    clock.advance(1000);
    const change = {
      name: 'x',
      url: 'https://example.com:8443/v2?x=1',
      event_types: ['alerts.resolved'],
      headers: { 'X-Shop': 'Lumen & Oak' },
      timeout_ms: 30_000,
      enabled: false,
    };
    const changed = { status: 200, body: endpointBody({ ...change, id, created_at }) };
    expect(await base('PATCH', `${ENDPOINTS}/${id}`, change)).toEqual(changed);
    expect(await base('GET', `${ENDPOINTS}/${id}`)).toEqual(changed);
    expect(await base('DELETE', `${ENDPOINTS}/${id}`)).toEqual({ status: 204, body: undefined });
    expect(await base('GET', `${ENDPOINTS}/${id}`)).toEqual(NOT_FOUND);
    expect(await base('PATCH', `${ENDPOINTS}/${id}`, change)).toEqual(NOT_FOUND);
    expect(await base('POST', `${ENDPOINTS}/${id}/rotate-secret`)).toEqual(NOT_FOUND);
    expect(await base('DELETE', `${ENDPOINTS}/${id}`)).toEqual(NOT_FOUND);
  });

  it.each([
    ['name', ['x', 'x'.repeat(255)]],
    ['timeout_ms', [1000, 30_000]],
    ['event_types', [['alerts.triggered'], ['alerts.resolved', 'alerts.triggered']]],
    ['headers', [{}, { 'X-A': '', 'x-b': 'é' }]],
  ])('accepts %s up to its limits (R-8.3)', async (field, values) => {
    for (const value of values)
      expect(await createEndpoint({ [field]: value })).toMatchObject({ [field]: value });
  });

  const NAME = 'must be 1 to 255 characters long';
  const TYPES = 'must be a list of at least one event type';
  const TIMEOUT = 'must be an integer from 1000 to 30000';
  const LINES = 'must be names and values of HTTP headers';
  it.each([
    ['name', '', NAME],
    ['name', 'x'.repeat(256), NAME],
    ['timeout_ms', 999, TIMEOUT],
    ['timeout_ms', 30_001, TIMEOUT],
    ['timeout_ms', 1500.5, TIMEOUT],
    ['event_types', [], TYPES],
    ['event_types', 'alerts.triggered', TYPES],
    ['headers', ['x'], 'must be an object of strings'],
    ['headers', { 'X-A': 'a\r\nX-B: b' }, LINES],
    ['headers', { 'X A': 'a' }, LINES],
    ['headers', { '': 'a' }, LINES],
    ['enabled', 1, 'must be a boolean'],
    ['url', 7, 'must be a string'],
    ['signing_secret', 'mine', 'is not known here'],
  ])(
    'refuses webhook endpoints with 400 when %s is %j, in creation and change',
    async (field, value, message) => {
      const { id } = await createEndpoint();
      expect(await base('POST', ENDPOINTS, { ...ENDPOINT, [field]: value })).toEqual(
        fieldError(field, message),
      );
      expect(await base('PATCH', `${ENDPOINTS}/${id}`, { [field]: value })).toEqual(
        fieldError(field, message),
      );
      expect(await base('GET', `${ENDPOINTS}/${id}`)).toEqual({ status: 200, body: endpointBody({ id }) });
    },
  );

  it('names the invalid entry of a list or an object in the error', async () => {
    expect(await base('POST', ENDPOINTS, { ...ENDPOINT, event_types: ['alerts.triggered', 'x'] })).toEqual(
      fieldError('event_types.1', 'must be one of alerts.triggered, alerts.resolved'),
    );
    expect(await base('POST', ENDPOINTS, { ...ENDPOINT, headers: { 'X-A': 1 } })).toEqual(
      fieldError('headers.X-A', 'must be a string'),
    );
  });

  it('requires a name, a URL and event types', async () => {
    const required = (field: string) => ({ field, message: 'is required' });
    expect(await base('POST', ENDPOINTS, {})).toEqual(
      messageError(400, 'Validation error', ['name', 'url', 'event_types'].map(required)),
    );
  });

  it('limits webhook endpoints to ten per account; one more is 409 until one is deleted (R-3.1)', async () => {
    const created = [];
    for (let at = 0; at < 10; at += 1) created.push(await createEndpoint());
    expect(await base('POST', ENDPOINTS, ENDPOINT)).toEqual(
      messageError(409, 'An account may have at most 10 webhook endpoints'),
    );
    await createEndpoint({}, onBase(emulator, 'stranger'));
    await base('DELETE', `${ENDPOINTS}/${created[3]?.id}`);
    await createEndpoint();
    expect((await base('POST', ENDPOINTS, ENDPOINT)).status).toBe(409);
  });

  it.each(['whe_', 'whe-1', 'ar_1', 'whe_1.2', 'x'])(
    'answers 422 for the malformed id %s (R-8.4)',
    async (id) => {
      const answer = fieldError('endpoint_id', 'must match ^whe_[A-Za-z0-9]+$', 422);
      expect(await base('GET', `${ENDPOINTS}/${id}`)).toEqual(answer);
      expect(await base('PATCH', `${ENDPOINTS}/${id}`, {})).toEqual(answer);
      expect(await base('DELETE', `${ENDPOINTS}/${id}`)).toEqual(answer);
      expect(await base('POST', `${ENDPOINTS}/${id}/rotate-secret`)).toEqual(answer);
    },
  );

  it('filters webhook endpoints by enabled and by event type (R-8.1)', async () => {
    const { id: a } = await createEndpoint({ event_types: ['alerts.triggered'] });
    const { id: b } = await createEndpoint({ enabled: false });
    const listed = async (query: string) => idsOf(await base('GET', `${ENDPOINTS}?${query}`));
    expect([
      await listed('enabled=true'),
      await listed('enabled=false'),
      await listed('event_type=alerts.triggered'),
      await listed('event_type=alerts.resolved'),
      await listed('event_type=alerts.resolved&enabled=true'),
    ]).toEqual([[a], [b], [a, b], [b], []]);
    expect(await base('GET', `${ENDPOINTS}?event_type=calls`)).toEqual(
      fieldError('event_type', 'must be one of alerts.triggered, alerts.resolved'),
    );
  });

  it('webhook endpoints of another account do not exist (R-1.6)', async () => {
    const { id } = await createEndpoint();
    const stranger = onBase(emulator, 'stranger');
    expect(idsOf(await stranger('GET', ENDPOINTS))).toEqual([]);
    expect(await stranger('GET', `${ENDPOINTS}/${id}`)).toEqual(NOT_FOUND);
    expect(await stranger('PATCH', `${ENDPOINTS}/${id}`, { enabled: false })).toEqual(NOT_FOUND);
    expect(await stranger('POST', `${ENDPOINTS}/${id}/rotate-secret`)).toEqual(NOT_FOUND);
    expect(await stranger('DELETE', `${ENDPOINTS}/${id}`)).toEqual(NOT_FOUND);
    expect(await base('GET', `${ENDPOINTS}/${id}`)).toEqual({ status: 200, body: endpointBody({ id }) });
  });
});
