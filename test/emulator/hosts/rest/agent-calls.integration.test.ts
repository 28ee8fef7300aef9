import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { type Call, envelopeError, onBase, onOutbound } from './rest-calls.ts';

const CALLS = '/v1/agents/shop/telephony/outbound-calls';
const CALL = { toNumber: '+14155552671', environment: 'live' };

let clock: FakeClock;
let emulator: Emulator;
let base: Call;
beforeAll(async () => {
  clock = createFakeClock();
  emulator = await startEmulator({ clock, keys: [{ family: 'base', key: 'k', projectIds: ['warehouse'] }] });
  base = onBase(emulator);
});
afterAll(() => emulator.close());

async function place(fields: object = {}): Promise<string> {
  const { status, body } = await base('POST', CALLS, { ...CALL, ...fields });
  const { callSid } = body as { callSid: string };
  expect([status, body]).toEqual([200, { callSid: expect.stringMatching(/^OUT-/), status: 'QUEUED' }]);
  return callSid;
}
const statusOf = (callSid: string, environment = 'live') =>
  base('GET', `${CALLS}/${callSid}/status?environment=${environment}`);

describe('a call of the agents host (R-15.6)', () => {
  it('a call runs from QUEUED to SUCCESS and is forgotten two hours later (R-15.5)', async () => {
    const callSid = await place();
    const seen: unknown[] = [];
    for (const waitMs of [0, 1_000, 60_000]) {
      clock.advance(waitMs);
      seen.push((await statusOf(callSid)).body);
    }
    expect(seen).toEqual(['QUEUED', 'CALLING', 'SUCCESS'].map((status) => ({ callSid, status, reason: '' })));
    clock.advance(2 * 3_600_000);
    expect(await statusOf(callSid)).toEqual(envelopeError(404, 'NOT_FOUND', 'Resource not found'));
  });

  it('the legacy host knows the same call', async () => {
    const callSid = await place({ toNumber: '0161 496 0000', countryCode: 'GB', encryption: 'udp_rtp' });
    clock.advance(31_000);
    expect(await onOutbound(emulator)('GET', `/v1/outbound-calling/${callSid}/status`)).toEqual({
      status: 200,
      body: { status: 'failure', reason: 'The call was not answered' },
    });
    const legacy = await onOutbound(emulator)('POST', '/v1/outbound-calling', { to_number: '+14155552671' });
    const { call_sid } = legacy.body as { call_sid: string };
    expect((await statusOf(call_sid)).status).toBe(200);
  });

  it('a call needs its environment, and an agent of the key', async () => {
    const callSid = await place({ environment: 'sandbox', variantId: 'trial', metadata: { order: '7' } });
    expect((await statusOf(callSid, 'sandbox')).status).toBe(200);
    expect(await statusOf(callSid)).toEqual(
      envelopeError(400, 'VALIDATION_ERROR', 'environment must be that of the call'),
    );
    const notFound = envelopeError(404, 'NOT_FOUND', 'Resource not found');
    const foreign = onBase(emulator, 'k');
    expect(await foreign('POST', CALLS, CALL)).toEqual(notFound);
    const path = `${CALLS.replace('shop', 'warehouse')}/${callSid}/status?environment=sandbox`;
    expect(await foreign('GET', path)).toEqual(notFound);
  });

  it.each([
    [{ toNumber: '020 7946 0018' }, 'toNumber must be in E.164 format'],
    [{ environment: 'moon' }, 'environment must be one of sandbox, pre-release, live'],
    [{ encryption: 'TLS/SRTP' }, 'encryption must be one of udp_rtp, udp_srtp, tls_rtp, tls_srtp'],
    [{ metadata: { a: 1 } }, 'metadata.a must be a string'],
    [{ metadata: { a: 'x'.repeat(20_000) } }, 'metadata must be less than 26 KB as base64'],
    [{ to_number: '+1' }, 'to_number is not known here'],
  ])('refuses a call with %j', async (fields, text) => {
    expect(await base('POST', CALLS, { ...CALL, ...fields })).toEqual(
      envelopeError(400, 'VALIDATION_ERROR', text),
    );
  });

  it('refuses a call for a variant that does not exist', async () => {
    expect(await base('POST', CALLS, { ...CALL, variantId: 'none' })).toEqual(
      envelopeError(404, 'CONNECTOR_NOT_FOUND', 'No connector found for the specified environment'),
    );
  });
});
