import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sent } from './client.ts';
import { openWorld, type World } from './world.ts';

/** Limits that no document can draw, at the last value that is taken and the first that is not. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const WEEK_MS = 7 * 24 * 3_600_000;
const FROM = Date.UTC(2026, 9, 26, 9);
const range = (ms: number): Sent => ({
  params: { start_time: new Date(FROM).toISOString(), end_time: new Date(FROM + ms).toISOString() },
});
const dial = (to_number: string, fields: object = {}): Sent => ({ body: { to_number, ...fields } });
/** As base64 three bytes are four, and 26 KB are 26,624 of them. */
const metadata = (bytes: number) =>
  dial('+14155552671', { metadata: { x: 'x'.repeat(bytes - '{"x":""}'.length) } });
const chat = (conversationId: string): Sent => ({ body: { clientEnv: 'sandbox', conversationId } });
const webhook = (length: number): Sent => {
  const url = 'https://example.com/';
  return { body: { url: url + 'x'.repeat(length - url.length) } };
};
/** JSON of so many bytes. */
const sized = (field: string, bytes: number): Sent => ({
  body: { [field]: 'x'.repeat(bytes - `{"${field}":""}`.length) },
});
const query = (name: string, length: number): Sent => ({ params: { [name]: 'x'.repeat(length) } });

it.each<[string, string, Sent, number, Sent, number]>([
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
])('%s is the most or the least for %s', async (_, id, last, taken, first, refused) => {
  const statuses = [await world.ask(id, last), await world.ask(id, first)].map(({ answer }) => answer.status);
  expect(statuses).toEqual([taken, refused]);
});

it('a range of bytes ends with the recording, and one that begins behind it is refused', async () => {
  const whole = (await world.ask('getRecording')).answer.body as Buffer;
  const statusOf = async (range: string) =>
    (await world.ask('getRecording', { headers: { Range: `bytes=${range}` } })).answer.status;
  expect([
    await statusOf(`${whole.byteLength - 1}-`),
    await statusOf(`${whole.byteLength}-`),
    await statusOf('-1'),
    await statusOf('-0'),
  ]).toEqual([206, 416, 206, 416]);
});

it('the last turn of a conversation can be annotated, and none behind it', async () => {
  const { turns } = (await world.ask('getAgentConversation')).answer.body as { turns: readonly unknown[] };
  const mark = async (turnId: number) => {
    const annotations = [{ turnId, role: 'user', annotationType: 'missing_topic' }];
    return (await world.ask('addAnnotations', { body: { annotations } })).answer.status;
  };
  expect([await mark(turns.length - 1), await mark(turns.length)]).toEqual([201, 400]);
});

it('an access token is good for a day, to the millisecond', async () => {
  const own = await openWorld();
  // Its token is a minute old by now.
  own.clock.advance(86_400_000 - 60_001);
  const statuses = [(await own.ask('createSession')).answer.status];
  own.clock.advance(1);
  statuses.push((await own.ask('createSession')).answer.status);
  expect(statuses).toEqual([200, 401]);
  await own.close();
});
