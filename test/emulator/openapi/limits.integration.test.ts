import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestInput } from './document-client.ts';
import { type RunningPlatform, startPlatform } from './running-platform.ts';

/** Limits that a schema cannot express: the last valid value and the first invalid one. */

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const WEEK_MS = 7 * 24 * 3_600_000;
const FROM = Date.UTC(2026, 9, 26, 9);
const range = (ms: number): RequestInput => ({
  params: { start_time: new Date(FROM).toISOString(), end_time: new Date(FROM + ms).toISOString() },
});
const dial = (to_number: string, fields: object = {}): RequestInput => ({ body: { to_number, ...fields } });
/** 26 KB of base64 are 26,624 characters for three quarters as many bytes. */
const metadata = (bytes: number) =>
  dial('+14155552671', { metadata: { x: 'x'.repeat(bytes - '{"x":""}'.length) } });
const chat = (conversationId: string): RequestInput => ({ body: { clientEnv: 'sandbox', conversationId } });
const webhook = (length: number): RequestInput => {
  const url = 'https://example.com/';
  return { body: { url: url + 'x'.repeat(length - url.length) } };
};
/** A JSON body of a number of bytes. */
const sized = (field: string, bytes: number): RequestInput => ({
  body: { [field]: 'x'.repeat(bytes - `{"${field}":""}`.length) },
});
const query = (name: string, length: number): RequestInput => ({ params: { [name]: 'x'.repeat(length) } });

it.each<[string, string, RequestInput, number, RequestInput, number]>([
  ['a week', 'getConcurrency', range(WEEK_MS), 200, range(WEEK_MS + 1), 400],
  ['no time at all', 'getConcurrency', range(0), 200, range(-1), 400],
  ['two digits', 'triggerOutboundCall', dial('+12'), 200, dial('+1'), 400],
  ['15 digits', 'triggerOutboundCall', dial('+123456789012345'), 200, dial('+1234567890123456'), 400],
  ['less than 26 KB of base64', 'triggerOutboundCall', metadata(19_965), 200, metadata(19_966), 400],
  ['200 characters of an id', 'startDebugChat', chat('x'.repeat(200)), 201, chat('x'.repeat(201)), 400],
  ['2048 characters of a URL', 'updateWebhookEndpoint', webhook(2048), 200, webhook(2049), 422],
  ['a search of 1000', 'listConversationsV3', query('query', 1000), 200, query('query', 1001), 400],
  [
    'a variant of 1000',
    'listConversationsV1',
    query('variant_id', 1000),
    200,
    query('variant_id', 1001),
    400,
  ],
  ['a mebibyte', 'updateBehavior', sized('behavior', 1 << 20), 200, sized('behavior', (1 << 20) + 1), 413],
  ['16 KiB', 'createSession', sized('device', 16_384), 200, sized('device', 16_385), 413],
])('%s is the limit of %s', async (_, id, lastValid, successStatus, firstInvalid, errorStatus) => {
  const statuses = [await platform.ask(id, lastValid), await platform.ask(id, firstInvalid)].map(
    ({ answer }) => answer.status,
  );
  expect(statuses).toEqual([successStatus, errorStatus]);
});

it('a byte range ends with the recording; one that begins after it is refused (R-11.3)', async () => {
  const whole = (await platform.ask('getRecording')).answer.body as Buffer;
  const statusOf = async (range: string) =>
    (await platform.ask('getRecording', { headers: { Range: `bytes=${range}` } })).answer.status;
  expect([
    await statusOf(`${whole.byteLength - 1}-`),
    await statusOf(`${whole.byteLength}-`),
    await statusOf('-1'),
    await statusOf('-0'),
  ]).toEqual([206, 416, 206, 416]);
});

it('annotations are accepted for turns of the conversation only (R-11.4)', async () => {
  const { turns } = (await platform.ask('getAgentConversation')).answer.body as { turns: readonly unknown[] };
  const annotate = async (turnId: number) => {
    const annotations = [{ turnId, role: 'user', annotationType: 'missing_topic' }];
    return (await platform.ask('addAnnotations', { body: { annotations } })).answer.status;
  };
  expect([await annotate(turns.length - 1), await annotate(turns.length)]).toEqual([201, 400]);
});

it('an access token is valid for exactly one day (M-2.1)', async () => {
  const own = await startPlatform();
  // The token is already one minute old.
  own.clock.advance(86_400_000 - 60_001);
  const statuses = [(await own.ask('createSession')).answer.status];
  own.clock.advance(1);
  statuses.push((await own.ask('createSession')).answer.status);
  expect(statuses).toEqual([200, 401]);
  await own.close();
});
