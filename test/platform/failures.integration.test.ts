import { describe, expect, it } from 'vitest';
import { alertRules } from '../../src/platform/alerts.ts';
import { behavior } from '../../src/platform/behavior.ts';
import { createBaseClient } from '../../src/platform/client.ts';
import type { PlatformError } from '../../src/platform/errors.ts';
import { handoffState } from '../../src/platform/handoff-state.ts';
import { outboundCalls } from '../../src/platform/outbound-calls.ts';
import { cutAnswer, hangUp, json, type Reply, silence, text } from '../relay/support/upstream.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { NOBODY } from '../support/free-port.ts';
import { clientsOf, KEY } from './support/contract.ts';
import { useFakeHost } from './support/fake-host.ts';

const PAGE = '<!doctype html><title>502 inside.example</title>';
const BODY = { behavior: 'x' };

const refused = (code: string, status: number, message: string, more: Partial<PlatformError> = {}) => ({
  ok: false,
  error: { code, status, message, errors: [], ...more },
});
const UNREACHABLE = refused('UNREACHABLE', 503, 'The platform cannot be reached');
const BROKEN = refused('BROKEN_ANSWER', 502, 'The answer of the platform is incomplete');
const failed = (status: number) =>
  refused('UPSTREAM_ERROR', 502, 'The platform failed', { upstream: { status } });
const unexpected = (...errors: PlatformError['errors']) =>
  refused('UNEXPECTED_ANSWER', 502, 'The answer of the platform does not match its description', {
    upstream: { status: 200 },
    errors,
  });
const NOT_AN_OBJECT = { field: '', message: 'Invalid input: expected object, received undefined' };

const FAILURES: readonly (readonly [string, Reply, object])[] = [
  ['a hang-up', hangUp, UNREACHABLE],
  ['a reset in the middle of the body', cutAnswer, BROKEN],
  ['a redirect to another host', text(302, '', { Location: 'http://169.254.169.254/latest' }), failed(302)],
  ['a permanent redirect', text(308, '', { Location: '/elsewhere' }), failed(308)],
  ['a 500', json(500, { message: 'at inside.example /src/db.ts:4' }), failed(500)],
  ['a page with a 502', text(502, PAGE, { 'Content-Type': 'text/html' }), failed(502)],
  ['a 503 of words', text(503, 'down for maintenance'), failed(503)],
  ['an empty 504', text(504, ''), failed(504)],
  ['a page with a 200', text(200, PAGE, { 'Content-Type': 'text/html' }), unexpected(NOT_AN_OBJECT)],
  ['nothing with a 200', text(200, ''), unexpected(NOT_AN_OBJECT)],
  ['truncated JSON', text(200, '{"behavior":"'), unexpected(NOT_AN_OBJECT)],
  [
    'bytes that are not UTF-8',
    (response) => void response.end(Buffer.from([0x22, 0xff, 0x22])),
    unexpected(NOT_AN_OBJECT),
  ],
  [
    'another type',
    json(200, { behavior: ['secret of somebody'] }),
    unexpected({ field: 'behavior', message: 'Invalid input: expected string, received array' }),
  ],
  [
    'a field too few',
    json(200, { rules: 'x' }),
    unexpected({ field: 'behavior', message: 'Invalid input: expected string, received undefined' }),
  ],
  [
    'null',
    json(200, null),
    unexpected({ field: '', message: 'Invalid input: expected object, received null' }),
  ],
];

describe('a failure of the platform', () => {
  const open = useFakeHost();

  it.each(FAILURES)('reports a failure after one attempt of a write: %s', async (_, reply, expected) => {
    const host = await open();
    host.reply(reply);
    expect(await clientsOf(host).base.call(behavior.replace, { body: BODY })).toEqual(expected);
    expect(host.received).toHaveLength(1);
  });

  it('reports a failure when nothing listens at the address', async () => {
    // No server of another test gets a port below 1024 by asking for any.
    const { base } = clientsOf({ url: `http://${NOBODY}` });
    expect(await base.call(behavior.replace, { body: BODY })).toEqual(UNREACHABLE);
  });

  it('times out after ten seconds without an answer, and closes the connection', async () => {
    const host = await open();
    const clock = createFakeClock();
    host.reply(silence);
    const base = createBaseClient({ url: host.url, key: KEY, agentId: 'a', branchId: 'b' }, { clock });
    const result = base.call(behavior.replace, { body: BODY });
    await host.arrived(1);
    clock.advance(9_999);
    expect(clock.waiting()).toBe(1);
    clock.advance(1);
    expect(await result).toEqual(refused('TIMEOUT', 504, 'The platform did not answer in time'));
    expect(clock.waiting()).toBe(0);
  });

  it('reports ABORTED when the caller aborts the call', async () => {
    const host = await open();
    const stop = new AbortController();
    const { base } = clientsOf(host);
    host.reply(silence);
    const result = base.call(behavior.get, {}, { signal: stop.signal });
    await host.arrived(1);
    stop.abort();
    const ABORTED = refused('ABORTED', 499, 'The call was aborted');
    expect(await result).toEqual(ABORTED);
    expect(await base.call(behavior.get, {}, { signal: stop.signal })).toEqual(ABORTED);
    expect(host.received).toHaveLength(1);
  });
});

const answered = (code: string, status: number, message: string, more: Partial<PlatformError>) =>
  refused(code, status, message, more).error;

const BODIES: readonly (readonly [string, number, unknown, PlatformError])[] = [
  [
    'message and errors',
    400,
    { message: 'Validation failed', errors: [{ field: 'threshold_value', message: 'Must be non-negative' }] },
    answered('BAD_REQUEST', 400, 'The platform does not accept the request', {
      detail: 'Validation failed',
      upstream: { status: 400 },
      errors: [{ field: 'threshold_value', message: 'Must be non-negative' }],
    }),
  ],
  [
    'error, error_id and error_code',
    404,
    {
      success: false,
      error: 'No such conversation.',
      error_id: '550e8400-e29b-41d4-a716-446655440000',
      error_code: 'CONVERSATIONS_NOT_FOUND',
      error_message: 'No such conversation.',
      data: null,
    },
    answered('CONVERSATIONS_NOT_FOUND', 404, 'The platform does not know this', {
      detail: 'No such conversation.',
      upstream: { status: 404, errorId: '550e8400-e29b-41d4-a716-446655440000' },
    }),
  ],
  [
    'a list of details',
    422,
    {
      detail: [
        { loc: ['body', 'annotations', 0, 'role'], msg: 'unexpected value', type: 'value_error' },
        { loc: 'nonsense', msg: 'dropped' },
        { loc: ['x'], msg: 'kept', type: 'y' },
      ],
    },
    answered('UNPROCESSABLE', 422, 'The platform does not accept a value', {
      upstream: { status: 422 },
      errors: [
        { field: 'annotations.0.role', message: 'unexpected value' },
        { field: 'x', message: 'kept' },
      ],
    }),
  ],
  [
    'words as detail',
    409,
    { detail: ' Call is over ' },
    answered('CONFLICT', 409, 'The platform has a limit or a state that does not allow this', {
      detail: 'Call is over',
      upstream: { status: 409 },
    }),
  ],
  [
    'an error_message alone',
    409,
    { error_message: 'Limit reached' },
    answered('CONFLICT', 409, 'The platform has a limit or a state that does not allow this', {
      detail: 'Limit reached',
      upstream: { status: 409 },
    }),
  ],
  [
    'an error and a code',
    400,
    { error: 'Bad number', code: 'invalid_number' },
    answered('INVALID_NUMBER', 400, 'The platform does not accept the request', {
      detail: 'Bad number',
      upstream: { status: 400 },
    }),
  ],
  [
    'fields of wrong types',
    501,
    { errors: 'many', error_code: 7, code: 'no code!', error_id: { x: 1 } },
    answered('NOT_IMPLEMENTED', 501, 'The platform does not offer this', { upstream: { status: 501 } }),
  ],
  [
    'no object at all',
    403,
    ['forbidden'],
    answered('FORBIDDEN', 502, 'The key has no permission for this', { upstream: { status: 403 } }),
  ],
];

describe('an error body', () => {
  const open = useFakeHost();

  //
  it.each(BODIES)('maps an error body to a PlatformError: %s', async (_, status, body, error) => {
    const host = await open();
    host.reply(json(status, body));
    expect(await clientsOf(host).base.call(alertRules.list, {})).toEqual({ ok: false, error });
  });

  //
  it.each([
    [402, 'PAYMENT_REQUIRED'],
    [405, 'REFUSED'],
    [406, 'REFUSED'],
    [408, 'REQUEST_TIMEOUT'],
    [410, 'GONE'],
    [412, 'PRECONDITION_FAILED'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
    [418, 'REFUSED'],
    [423, 'REFUSED'],
    [428, 'REFUSED'],
    [451, 'UNAVAILABLE_FOR_LEGAL_REASONS'],
    [499, 'REFUSED'],
  ])('keeps the unlisted status %i and adds the code %s', async (status, code) => {
    const host = await open();
    host.reply(json(status, { message: 'Not like this.' }));
    expect(await clientsOf(host).base.call(alertRules.list, {})).toMatchObject({
      error: { status, code, detail: 'Not like this.', upstream: { status } },
    });
  });

  //
  it.each([500, 502, 503, 505, 507, 599, 302])(
    'a failure %i becomes 502 without a detail',
    async (status) => {
      const host = await open();
      host.reply(json(status, { message: 'at inside.example /src/db.ts:4' }));
      const result = await clientsOf(host).base.call(behavior.replace, { body: BODY });
      expect(result).toEqual(failed(status));
    },
  );

  //
  it('takes the error id from the correlation id header before the body', async () => {
    const host = await open();
    host.reply(json(500, { error_id: '0b0d0b0d' }, { 'X-PolyAI-Correlation-Id': 'bead-0001' }));
    const result = await clientsOf(host).base.call(alertRules.list, {});
    expect(result).toMatchObject({ error: { upstream: { status: 500, errorId: 'bead-0001' } } });
  });

  //
  it.each([
    ['550e8400-e29b-41d4-a716-446655440000', true],
    ['0A1B2C3D', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['a'.repeat(7), false],
    ['ada-lovelace', false],
    ['db-7.internal', false],
    ['10.0.0.7:5432', false],
    ['ada@shop', false],
    ['two words', false],
  ])('takes an error id of hexadecimal digits: %s %s', async (id, isTaken) => {
    const host = await open();
    host.reply(json(500, { error_id: id }));
    const result = await clientsOf(host).base.call(alertRules.list, {});
    const { upstream } = (result as { error: { upstream: object } }).error;
    expect(upstream).toEqual({ status: 500, ...(isTaken && { errorId: id }) });
  });

  //
  it('never passes on the key, the host name or control characters', async () => {
    const host = await open();
    const { host: address } = new URL(host.url);
    const leak = `${KEY} at ${address}`;
    host.reply(
      json(
        400,
        { errors: [{ field: leak, message: `line\r\n${leak}` }], error_code: 'LEAK', error_id: KEY },
        { 'X-PolyAI-Correlation-Id': KEY },
      ),
    );
    const result = await clientsOf(host).base.call(alertRules.list, {});
    expect(result).toMatchObject({
      error: {
        code: 'LEAK',
        errors: [{ field: '… at …', message: 'line … at …' }],
        upstream: { status: 400 },
      },
    });
    expect(JSON.stringify(result)).not.toMatch(/key-3f9c|127\.0\.0\.1/);
  });

  //
  it.each([
    ['message', { message: 'one', error: 'two', error_message: 'three' }, 'one'],
    ['error', { message: '', error: 'two', error_message: 'three' }, 'two'],
    ['error_message', { message: 7, error: {}, error_message: 'three' }, 'three'],
    ['nothing', { message: ' ', reason: 'x' }, undefined],
  ])('quotes the detail from %s', async (_, body, detail) => {
    const host = await open();
    host.reply(json(422, body));
    const result = await clientsOf(host).base.call(behavior.replace, { body: BODY });
    expect(result).toMatchObject({ ok: false, error: { status: 422 } });
    expect(result.error?.detail).toBe(detail);
  });

  it('passes on at most fifty field errors of 300 characters', async () => {
    const host = await open();
    const errors = Array.from({ length: 60 }, (_, nth) => ({ field: `f${nth}`, message: 'x'.repeat(400) }));
    host.reply(json(400, { errors }));
    expect(await clientsOf(host).base.call(alertRules.list, {})).toMatchObject({
      error: { errors: errors.slice(0, 50).map(({ field }) => ({ field, message: 'x'.repeat(300) })) },
    });
  });

  it('ignores an error body larger than 64 KB', async () => {
    const host = await open();
    host.reply(json(400, { error_code: 'A_CODE', padding: 'x'.repeat(70_000) }));
    expect(await clientsOf(host).base.call(alertRules.list, {})).toMatchObject({
      error: { code: 'BAD_REQUEST', upstream: { status: 400 } },
    });
  });
});

describe('the error of a refused key', () => {
  const open = useFakeHost();

  //
  it('explains a refused key for each family', async () => {
    const host = await open();
    host.reply(json(401, { error_code: 'SOMETHING', error_message: 'no' }));
    const { base, platform, outbound } = clientsOf(host);
    const error = (explanation: string) =>
      refused('UNAUTHORIZED', 502, 'The platform does not accept the key', {
        detail: 'no',
        upstream: { status: 401 },
        explanation,
      });
    expect([
      await base.call(behavior.get, {}),
      await platform.call(handoffState.get, { query: { id: 'c' } }),
      await outbound.call(outboundCalls.status, { params: { call_sid: 'OUT-1' } }),
    ]).toEqual([
      error(
        'The key is missing, wrong, or of another region; a key of the global studio works on the studio host only.',
      ),
      error('The key is missing, wrong, or of another region or project; v3 has keys of its own.'),
      error(
        'The token is missing, wrong, or of another project, or outbound calling is not enabled for the project.',
      ),
    ]);
  });

  it('names the region of the host of a refused key', async () => {
    const fetch = async () => new Response('', { status: 401 });
    const base = createBaseClient(
      { url: 'https://api.eu.example.com', key: KEY, agentId: 'a', branchId: 'b' },
      { fetch },
    );
    expect(await base.call(behavior.get, {})).toMatchObject({
      error: {
        explanation:
          'The key is missing, wrong, or of another region (this host is of region eu); a key of the global studio works on the studio host only.',
      },
    });
  });
});
