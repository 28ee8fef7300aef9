import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { type Call, onOutbound } from './rest-calls.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-calls-'));
afterAll(() => rmSync(folder, { recursive: true }));

const keys = [
  { family: 'outbound', key: 'warehouse', projectIds: ['warehouse'] },
  { family: 'outbound', key: 'shop', projectIds: ['shop'] },
  { family: 'outbound', key: 'stranger', accountId: 'other', projectIds: ['shop'] },
] as const;

let clock: FakeClock;
let emulator: Emulator;
let outbound: Call;
async function start(journal = ':memory:') {
  emulator = await startEmulator({ clock, keys, journal });
  outbound = onOutbound(emulator);
}
beforeEach(async () => {
  clock = createFakeClock();
  await start();
});
afterEach(() => emulator.close());

const CALLS = '/v1/outbound-calling';
const TWO_HOURS = 2 * 60 * 60 * 1000;
const NUMBER = '+14155552671';
const callError = (status: number, code: string, error: string) => ({ status, body: { error, code } });
const validationError = (error: string) => callError(400, 'VALIDATION_ERROR', error);
const NOT_FOUND = callError(404, 'NOT_FOUND', 'Resource not found');
const callStatus = (status: string, reason = '') => ({ status: 200, body: { status, reason } });

async function dial(fields: object = {}, call = outbound): Promise<string> {
  const { status, body } = await call('POST', CALLS, { to_number: NUMBER, ...fields });
  expect([status, body]).toEqual([
    200,
    { call_sid: expect.stringMatching(/^OUT-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) },
  ]);
  return (body as { call_sid: string }).call_sid;
}
const statusOf = (sid: string, call = outbound) => call('GET', `${CALLS}/${sid}/status`);

describe('an outbound call (R-15.1 to R-15.5)', () => {
  it('a call is queued, calling, then a success, and deleted two hours after its end', async () => {
    const sid = await dial();
    expect(await statusOf(sid)).toEqual(callStatus('queued'));
    clock.advance(999);
    expect(await statusOf(sid)).toEqual(callStatus('queued'));
    clock.advance(1);
    expect(await statusOf(sid)).toEqual(callStatus('calling'));
    clock.advance(59_999);
    expect(await statusOf(sid)).toEqual(callStatus('calling'));
    clock.advance(1);
    expect(await statusOf(sid)).toEqual(callStatus('success'));
    clock.advance(TWO_HOURS - 1);
    expect(await statusOf(sid)).toEqual(callStatus('success'));
    clock.advance(1);
    expect(await statusOf(sid)).toEqual(NOT_FOUND);
  });

  it('a call to a number that ends in 0 is not answered', async () => {
    const sid = await dial({ to_number: '+14155552670' });
    clock.advance(30_999);
    expect(await statusOf(sid)).toEqual(callStatus('calling'));
    clock.advance(1);
    expect(await statusOf(sid)).toEqual(callStatus('failure', 'The call was not answered'));
    clock.advance(TWO_HOURS - 1);
    expect(await statusOf(sid)).toEqual(callStatus('failure', 'The call was not answered'));
    clock.advance(1);
    expect(await statusOf(sid)).toEqual(NOT_FOUND);
  });

  it('a call continues after a restart', async () => {
    const file = join(folder, 'calls.db');
    await emulator.close();
    await start(file);
    const sid = await dial();
    await emulator.close();
    clock.advance(1000);
    await start(file);
    expect(await statusOf(sid)).toEqual(callStatus('calling'));
  });

  it('keeps a call when older calls are deleted', async () => {
    const old = await dial();
    clock.advance(60_000);
    const recent = await dial();
    clock.advance(TWO_HOURS);
    await dial();
    expect([await statusOf(old), await statusOf(recent)]).toEqual([
      callStatus('success'),
      callStatus('success'),
    ]);
    clock.advance(1001);
    await dial();
    expect([await statusOf(old), await statusOf(recent)]).toEqual([NOT_FOUND, callStatus('success')]);
  });

  it.each([
    { to_number: '+12' },
    { to_number: '+123456789012345' },
    { to_number: '020 7946 0018', country_code: 'GB' },
    { to_number: '(415) 555-2671', country_code: 'US' },
    { country_code: 'US' },
    { metadata: {} },
    { metadata: { name: 'Zoë "😀', note: '' } },
    { encryption: 'UDP/RTP' },
    { encryption: 'UDP/SRTP' },
    { encryption: 'TLS/RTP' },
    { encryption: 'TLS/SRTP' },
  ])('accepts a call with %j', async (fields) => {
    await dial(fields);
  });

  const NOT_E164 = 'to_number must be in E.164 format';
  it.each<[object, string]>([
    [{}, 'to_number is required'],
    [{ to_number: 14155552671 }, 'to_number must be a phone number'],
    [{ to_number: '14155552671' }, NOT_E164],
    [{ to_number: '+0123' }, NOT_E164],
    [{ to_number: '+1' }, NOT_E164],
    [{ to_number: '+1234567890123456' }, NOT_E164],
    [{ to_number: '+1 415 555 2671' }, NOT_E164],
    [{ to_number: '+1415555267x' }, NOT_E164],
    [{ to_number: `${NUMBER}\n` }, NOT_E164],
    [{ to_number: '020 7946 0018' }, NOT_E164],
    [{ to_number: 'sip:a@b', country_code: 'GB' }, NOT_E164],
    [{ to_number: '(..)', country_code: 'GB' }, NOT_E164],
    [{ to_number: NUMBER, country_code: 'usa' }, 'country_code must be two capital letters of ISO 3166-1'],
    [{ to_number: NUMBER, metadata: { age: 7 } }, 'metadata.age must be a string'],
    [{ to_number: NUMBER, metadata: ['x'] }, 'metadata must be an object of strings'],
    [
      { to_number: NUMBER, encryption: 'tls' },
      'encryption must be one of UDP/RTP, UDP/SRTP, TLS/RTP, TLS/SRTP',
    ],
    [{ to_number: NUMBER, project_id: 'warehouse' }, 'project_id is not known here'],
  ])('refuses a call with 400 for %j', async (body, error) => {
    expect(await outbound('POST', CALLS, body)).toEqual(validationError(error));
  });

  it('accepts less than 26 KB of metadata as base64', async () => {
    const sized = (bytes: number) => ({ metadata: { x: 'x'.repeat(bytes - '{"x":""}'.length) } });
    const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3);
    expect([base64Length(19_965), base64Length(19_966)]).toEqual([26_620, 26_624]);
    await dial(sized(19_965));
    expect(await outbound('POST', CALLS, { to_number: NUMBER, ...sized(19_966) })).toEqual(
      validationError('metadata must be less than 26 KB as base64'),
    );
    // The limit counts bytes, not characters.
    const wide = { metadata: { x: 'é'.repeat(9_990) } };
    expect((await outbound('POST', CALLS, { to_number: NUMBER, ...wide })).status).toBe(400);
  });

  it.each(['OUT-1', 'x', 'OUT-00000000-0000-4000-8000-00000000000G', '00000000-0000-4000-8000-000000000000'])(
    'answers 400 for the malformed id %s',
    async (sid) => {
      expect(await statusOf(sid)).toEqual(validationError('call_sid must be OUT- and a UUID'));
    },
  );

  it('answers 404 for an unknown id', async () => {
    expect(await statusOf('OUT-00000000-0000-4000-8000-000000000000')).toEqual(NOT_FOUND);
  });

  it('a call belongs to the project of the token that created it', async () => {
    const [ours, theirs] = [await dial(), await dial({}, onOutbound(emulator, 'warehouse'))];
    const seenBy = async (key?: string) => {
      const call = onOutbound(emulator, key);
      return [(await statusOf(ours, call)).status, (await statusOf(theirs, call)).status];
    };
    expect([await seenBy('shop'), await seenBy('warehouse'), await seenBy('stranger')]).toEqual([
      [200, 404],
      [404, 200],
      [404, 404],
    ]);
  });
});
