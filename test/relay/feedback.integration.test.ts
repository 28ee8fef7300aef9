import { describe, expect, it } from 'vitest';
import type { WidgetConfig } from '../../src/protocol/widget-config.ts';
import { openOutbound } from '../../src/relay/node/outbound/outbound.ts';
import { postJsonBy } from '../../src/relay/node/outbound/post-json.ts';
import type { PostRequest, UpstreamAnswer } from '../../src/relay/upstream/post.ts';
import { until, useBench } from './support/bench.ts';

const HOOK = 'https://hooks.example/CNRY-feedback-secret-path';
const WORDS = 'CNRY-words-of-the-visitor';

const postJson = postJsonBy(openOutbound({ ca: undefined, client: undefined }));
const widget = { header: { text: 'Shop' }, default_locale: 'en', feedback: true };

describe('feedback', () => {
  const open = useBench();

  /** A relay with a session. `answers` are those of the webhook. */
  async function start(
    answers: readonly UpstreamAnswer['kind'][] | readonly number[] = [],
    feedback: WidgetConfig['feedback'] = true,
  ) {
    const posted: unknown[] = [];
    const bench = await open({
      env: { FOYER_FEEDBACK_WEBHOOK_URL: HOOK },
      config: { widget: { ...widget, feedback } },
      ports: {
        async post(request: PostRequest) {
          if (request.url !== HOOK) return postJson(request);
          const answer = answers[posted.length] ?? 200;
          posted.push(request.body);
          if (typeof answer === 'string') return { kind: answer } as UpstreamAnswer;
          return { kind: 'answered', status: answer, retryAfter: null, body: new Uint8Array() };
        },
      },
    });
    const created = await bench.call('/chat/sessions', {
      method: 'POST',
      headers: { Cookie: 'foyer-probe=1' },
    });
    const [cookie = ''] = (created.headers.get('set-cookie') ?? '').split(';');
    const { session_id: id } = created.json as { session_id: string };
    const session = `/chat/sessions/${id}`;
    const give = (body: unknown, headers: Record<string, string> = { Cookie: cookie }) =>
      bench.call(`${session}/feedback`, { method: 'POST', body, headers });
    const end = () => bench.call(session, { method: 'DELETE', headers: { Cookie: cookie } });
    const records = () =>
      bench.records().filter(({ msg }) => msg === 'feedback' || /unable to deliver/.test(`${msg}`));
    return { ...bench, id, cookie, posted, give, end, records };
  }

  it('logs feedback without its text, and posts it to the webhook', async () => {
    const { clock, give, id, posted, records } = await start();
    const answer = await give({ rating: 'up', text: WORDS });
    await until(() => posted.length === 1);
    expect([answer.status, posted]).toEqual([
      204,
      [{ session_id: id, rating: 'up', text: WORDS, at: new Date(clock.now()).toISOString() }],
    ]);
    expect(records()).toMatchObject([{ rating: 'up', has_text: true, session: id.slice(-4) }]);
  });

  it('accepts feedback once after the session was deleted, from its own browser', async () => {
    const { end, give, posted, records } = await start();
    expect((await end()).status).toBe(204);
    const foreign = await give({ rating: 'down' }, {});
    const own = await give({ rating: 'down' });
    expect(own.headers.get('set-cookie')).toContain('Max-Age=0');
    const again = await give({ rating: 'up' });
    expect([foreign.status, (foreign.json as { code: string }).code, own.status, again.status]).toEqual([
      404,
      'session_unknown',
      204,
      204,
    ]);
    expect([posted.length, records().length]).toEqual([1, 1]);
  });

  it('accepts each rating of a message, so that it can be changed, even after the end', async () => {
    const { end, give, id, posted, records } = await start();
    const about = { message_id: 'agent-4' };
    const answers = [await give({ ...about, rating: 'up' }), await give({ ...about, rating: 'down' })];
    await end();
    answers.push(await give({ ...about, rating: 'up', text: WORDS }), await give({ rating: 'up' }));
    await until(() => posted.length === 4);
    const cookies = answers.map(({ headers }) => headers.get('set-cookie')?.includes('Max-Age=0') ?? false);
    expect([answers.map(({ status }) => status), cookies]).toEqual([
      [204, 204, 204, 204],
      [false, false, false, true],
    ]);
    expect(posted).toMatchObject([
      { session_id: id, message_id: 'agent-4', rating: 'up' },
      { session_id: id, message_id: 'agent-4', rating: 'down' },
      { session_id: id, message_id: 'agent-4', rating: 'up', text: WORDS },
      { session_id: id, rating: 'up' },
    ]);
    expect(records()).toMatchObject([
      { message_id: 'agent-4', rating: 'up', has_text: false },
      { message_id: 'agent-4', rating: 'down', has_text: false },
      { message_id: 'agent-4', rating: 'up', has_text: true },
      { rating: 'up', has_text: false },
    ]);
  });

  it('limits feedback about messages for each session', async () => {
    const { give } = await start();
    const statuses: number[] = [];
    for (let nth = 1; nth <= 31; nth++)
      statuses.push((await give({ message_id: `agent-${nth}`, rating: 'up' })).status);
    expect([new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([new Set([204]), 429]);
    expect((await give({ rating: 'up' })).status).toBe(204);
  });

  it('accepts stars where the site asks for them, and passes on the request of the platform', async () => {
    const { clock, give, id, posted, records } = await start([], { scale: 'stars' });
    const csat_request = { survey_id: 's-1', from_the_future: [{ level: 3 }] };
    const statuses = [];
    for (const rating of [0, 6, 2.5, '4', 4]) statuses.push((await give({ rating, csat_request })).status);
    statuses.push((await give({ rating: 'down', message_id: 'agent-4' })).status);
    await until(() => posted.length === 2);
    const at = new Date(clock.now()).toISOString();
    expect([statuses, posted]).toEqual([
      [400, 400, 400, 400, 204, 204],
      [
        { session_id: id, rating: 4, csat_request, at },
        { session_id: id, message_id: 'agent-4', rating: 'down', at },
      ],
    ]);
    expect(records()).toMatchObject([{ rating: 4 }, { rating: 'down' }]);
  });

  it('feedback does not bring a deleted session back', async () => {
    const { call, cookie, end, id } = await start();
    await end();
    const headers = { Cookie: cookie };
    const answers = [
      await call(`/chat/sessions/${id}/resume`, { method: 'POST', headers }),
      await call(`/chat/sessions/${id}`, { headers }),
      await call(`/chat/sessions/${id}`, { method: 'DELETE', headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it.each([
    ['no rating', {}],
    ['another rating', { rating: 5 }],
    ['a long request of the platform', { rating: 'up', csat_request: { question: 'x'.repeat(4_000) } }],
    ['a request of the platform that is no object', { rating: 'up', csat_request: 's-1' }],
    ['a long text', { rating: 'up', text: 'x'.repeat(1_001) }],
    ['an empty id of a message', { rating: 'up', message_id: '' }],
    ['a text as the id of a message', { rating: 'up', message_id: WORDS.replaceAll('-', ' ') }],
    ['a long id of a message', { rating: 'up', message_id: 'x'.repeat(201) }],
  ])('refuses feedback with %s', async (_, body) => {
    const { give, records } = await start();
    const answer = await give(body);
    expect([answer.status, (answer.json as { code: string }).code, records()]).toEqual([
      400,
      'invalid_request',
      [],
    ]);
  });

  it('refuses feedback unless the site asks for it, and from another origin', async () => {
    const off = await start([], false);
    const refused = await off.give({ rating: 'up' });
    const { call, cookie, id } = await start();
    const foreign = await call(`/chat/sessions/${id}/feedback`, {
      method: 'POST',
      origin: 'https://other.example',
      body: { rating: 'up' },
      headers: { Cookie: cookie },
    });
    expect([refused.status, foreign.status]).toEqual([404, 403]);
  });

  it.each([
    ['unreachable', 'unreachable', 503],
    ['busy, then well', 429, 200],
  ])('posts feedback again while the webhook is %s, at most three times', async (_, first, second) => {
    const { clock, give, posted, records } = await start([first, second, 500] as never);
    await give({ rating: 'up' });
    const isDelivered = second === 200;
    // The relay sets each timer after an answer, so that one long step would come too early.
    while (posted.length < (isDelivered ? 2 : 3)) {
      await clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => records().length === (isDelivered ? 1 : 2));
    await clock.advance(60_000);
    expect(posted.length).toBe(isDelivered ? 2 : 3);
    expect(records().map(({ msg }) => msg)).toEqual(
      isDelivered ? ['feedback'] : ['feedback', 'unable to deliver feedback to the webhook'],
    );
  });

  it('posts feedback once when the webhook refuses it', async () => {
    const { give, posted, records } = await start([400]);
    await give({ rating: 'up' });
    await until(() => records().length === 2);
    expect([posted.length, records()[1]?.['reason']]).toEqual([1, 400]);
  });
});
