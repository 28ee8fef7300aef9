import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { NO_WAIT, newSession, openSocket } from '../../support/visitor.ts';
import { type Call, onPlatform } from './rest-calls.ts';

let emulator: Emulator;
let platform: Call;
beforeAll(async () => {
  emulator = await startEmulator({
    clock: createFakeClock(),
    pace: NO_WAIT,
    keys: [
      { family: 'platform', key: 'warehouse', projectIds: ['warehouse'] },
      { family: 'platform', key: 'quiet', permissions: [] },
      { family: 'platform', key: 'stranger', accountId: 'other', projectIds: ['shop'] },
    ],
  });
  platform = onPlatform(emulator);
});
afterAll(() => emulator.close());

const STATE = '/v1/lumen-oak/shop/handoff_state';
const get = (query: Record<string, string>, call = platform) =>
  call('GET', `${STATE}?${new URLSearchParams(query)}`);
const stateError = (status: number, text: string) => ({ status, body: { error_message: text } });
const NO_STATE = stateError(404, 'No matching handoff state');

describe('handoff state (R-14.1, R-14.2)', () => {
  it('returns the state unchanged by either id', async () => {
    const data = {
      customer_id: '12345',
      empty: '',
      list: [1, 2.5, null],
      nested: { 'é "😀': '\u0000' },
      1: false,
    };
    emulator.putHandoffState({ id: 'c-1', sharedId: 'acme_1', data });
    const answer = { status: 200, body: { id: 'c-1', shared_id: 'acme_1', data } };
    expect(await get({ id: 'c-1' })).toEqual(answer);
    expect(await get({ shared_id: 'acme_1' })).toEqual(answer);
  });

  it('there is a state for synthetic conversations with a handoff, as in lists, and for no others', async () => {
    const synthetic = await startEmulator({
      clock: createFakeClock(),
      conversations: { count: 40, seed: 5 },
    });
    const call = onPlatform(synthetic);
    const { body } = await call('GET', '/v3/lumen-oak/shop/conversations');
    const { conversations } = body as { conversations: readonly Record<string, unknown>[] };
    const stateOf = async (id: unknown) => await get({ id: String(id) }, call);
    const handedOff = conversations.filter(({ handoff }) => handoff);
    expect([handedOff.length > 2, handedOff.length < conversations.length]).toEqual([true, true]);
    for (const { id, handoff, handoff_reason: reason, handoff_destination: queue, state } of conversations) {
      const { language, order_number } = state as {
        readonly language: string;
        readonly order_number?: string;
      };
      expect([state, await stateOf(id)]).toEqual(
        handoff
          ? [
              { language, ...(order_number !== undefined && { order_number }), reason, queue },
              { status: 200, body: { id, data: { reason, queue, language } } },
            ]
          : [{ language, ...(order_number !== undefined && { order_number }) }, NO_STATE],
      );
    }
    // A stored state takes precedence over the derived one.
    const id = String(handedOff[0]?.['id']);
    synthetic.putHandoffState({ id, data: { kept: true } });
    expect(await stateOf(id)).toEqual({ status: 200, body: { id, data: { kept: true } } });
    await synthetic.close();
  });

  it('returns no shared id when none was set', async () => {
    emulator.putHandoffState({ id: 'c-2', data: {} });
    expect(await get({ id: 'c-2' })).toEqual({ status: 200, body: { id: 'c-2', data: {} } });
  });

  it('finds a state only by the shared id when both are given', async () => {
    emulator.putHandoffState({ id: 'c-3', sharedId: 'acme_3', data: { is: 'three' } });
    emulator.putHandoffState({ id: 'c-4', sharedId: 'acme_4', data: { is: 'four' } });
    expect(await get({ id: 'c-3', shared_id: 'acme_4' })).toMatchObject({ status: 200, body: { id: 'c-4' } });
    expect(await get({ id: 'c-3', shared_id: 'acme_9' })).toEqual(NO_STATE);
    expect(await get({ id: 'c-3', shared_id: '' })).toMatchObject({ status: 200, body: { id: 'c-3' } });
  });

  it('returns the latest state of a conversation and of a shared id', async () => {
    emulator.putHandoffState({ id: 'c-5', sharedId: 'acme_5', data: { at: 1 } });
    emulator.putHandoffState({ id: 'c-6', sharedId: 'acme_5', data: { at: 2 } });
    expect(await get({ shared_id: 'acme_5' })).toMatchObject({ body: { id: 'c-6' } });
    emulator.putHandoffState({ id: 'c-5', sharedId: 'acme_5', data: { at: 3 } });
    expect(await get({ shared_id: 'acme_5' })).toMatchObject({ body: { id: 'c-5', data: { at: 3 } } });
    emulator.putHandoffState({ id: 'c-5', data: { at: 4 } });
    expect(await get({ id: 'c-5' })).toEqual({ status: 200, body: { id: 'c-5', data: { at: 4 } } });
  });

  it.each<Record<string, string>>([{}, { id: '' }, { id: '', shared_id: '' }])(
    'answers 400 for %j, without an id',
    async (query) => {
      expect(await get(query)).toEqual(stateError(400, 'Either id or shared_id must be provided'));
    },
  );

  it('refuses repeated and unknown parameters (R-2.12)', async () => {
    expect(await platform('GET', `${STATE}?id=c-1&id=c-2`)).toEqual(stateError(400, 'id must be a string'));
    expect(await platform('GET', `${STATE}?id=c-1&shared=1`)).toEqual(
      stateError(400, 'shared is not known here'),
    );
  });

  it('answers 404 for an unknown id', async () => {
    expect(await get({ id: 'never' })).toEqual(NO_STATE);
    expect(await get({ shared_id: 'never' })).toEqual(NO_STATE);
  });

  it('answers 404 for another project or account and 403 without the permission (R-1.6, R-1.7)', async () => {
    emulator.putHandoffState({ id: 'c-7', data: {} });
    const notFound = stateError(404, 'Resource not found');
    expect(await get({ id: 'c-7' }, onPlatform(emulator, 'warehouse'))).toEqual(notFound);
    expect(await get({ id: 'c-7' }, onPlatform(emulator, 'stranger'))).toEqual(notFound);
    expect(await platform('GET', '/v1/lumen-oak/warehouse/handoff_state?id=c-7')).toEqual(NO_STATE);
    expect(await get({ id: 'c-7' }, onPlatform(emulator, 'quiet'))).toEqual(
      stateError(403, 'The API key lacks the conversations permission'),
    );
  });
});

describe('the scripted agent', () => {
  async function stateAfter(...words: readonly string[]) {
    const session = await newSession(emulator);
    const socket = await openSocket(emulator, session);
    socket.join();
    for (const [at, text] of words.entries()) socket.say(text, `c-${at}`);
    await socket.settled();
    await socket.close();
    const { status, body } = await get({ id: session.id });
    expect(status === 404 || (body as { id: string }).id === session.id).toBe(true);
    return (body as { data?: unknown }).data;
  }

  it.each([
    ['human', { reason: 'visitor_request', queue: 'Customer care', language: 'en' }],
    ['human fail', { reason: 'visitor_request', queue: 'Customer care', language: 'en' }],
    ['human timeout', { reason: 'visitor_request', queue: 'Customer care', language: 'en' }],
    ['human elsewhere', { reason: 'COMPLEX_QUERY', queue: 'orders', language: 'en' }],
  ])('the scripted agent stores a state under the session id for the message %s', async (text, data) => {
    expect(await stateAfter(text)).toEqual(data);
  });

  it('the scripted agent stores the language and replaces the state at a later handoff', async () => {
    expect(await stateAfter('human fail', 'french', 'human elsewhere')).toEqual({
      reason: 'COMPLEX_QUERY',
      queue: 'orders',
      language: 'fr',
    });
  });

  it('the scripted agent stores nothing without a handoff', async () => {
    expect(await stateAfter('delivery')).toBeUndefined();
  });
});
