import { describe, expect, it } from 'vitest';
import {
  type Answer,
  accessToken,
  type Bench,
  problem,
  problemOf,
  until,
  useBench,
} from '../relay/support/bench.ts';
import { json, type Reply } from '../relay/support/upstream.ts';
import { createChatHarness } from '../support/chat-harness.ts';

const CREATE = '/chat/sessions';
const TOKEN = '/api/v1/access-token';
const SESSION = '/api/v1/sessions';
type Call = 'access-token' | 'sessions';

/** M-2.5: the text of a refusal is in `error` or in `message`. */
const KEYS = ['error', 'message'] as const;
const inBoth = <Row extends readonly unknown[]>(rows: readonly Row[]) =>
  rows.flatMap((row) => KEYS.map((key) => [...row, key] as const));

const REFUSED = [
  'Missing authentication headers',
  'Connector token does not exist',
  'Failed to validate connector',
  'Connector missing host domain',
].map((text) => [text] as const);
const UNREADABLE = [['Missing access token'], ['Error parsing request']] as const;
const UNAUTHORIZED = [['Missing authentication headers'], ['Invalid access token']] as const;
const TEMPORARY_FAILURES = [
  ['access-token', 'Failed to create access token'],
  ['sessions', 'Failed to create session'],
] as const;
/** Calls when one of them is repeated. */
const REPEATED_CALLS: Record<Call, readonly string[]> = {
  'access-token': [TOKEN, TOKEN, SESSION],
  sessions: [TOKEN, SESSION, SESSION],
};

/** Behaviour of a client in the two minutes after this answer of the relay. */
async function clientOf(answer: Answer): Promise<object> {
  const harness = createChatHarness({
    answers: () => ({
      status: answer.status,
      body: answer.text,
      headers: Object.fromEntries(answer.headers),
    }),
  });
  const callsAtS: number[] = [];
  const from = harness.clock.now();
  harness.chat.start();
  for (let second = 0; second <= 120; second++) {
    await harness.settle();
    while (callsAtS.length < harness.calls.length) callsAtS.push((harness.clock.now() - from) / 1_000);
    await harness.advance(1_000);
  }
  return { callsAtS, status: harness.chat.connection.value, trouble: harness.chat.trouble.value };
}
const CONFIGURATION_FAILURE = {
  callsAtS: [0],
  status: 'failed',
  trouble: { code: 'configuration', canRetry: false, detail: 'configuration' },
};
const fourCalls = (detail: string, callsAtS: readonly number[] = [0, 1, 2, 3]) => ({
  callsAtS,
  status: 'failed',
  trouble: { code: 'unreachable', canRetry: true, detail },
});

describe('token and session', () => {
  const open = useBench();

  /** Creates a session while the platform answers as given. */
  async function created({ call, upstream, clock }: Bench, name: Call, ...replies: Reply[]) {
    upstream.reply(name, ...replies);
    let isDone = false;
    const asked = call(CREATE, { method: 'POST' }).finally(() => {
      isDone = true;
    });
    // A pause before another call is a second timer beside the deadline.
    await until(() => isDone || clock.waiting() === 2);
    const pauseMs = isDone ? null : (clock.nextIn() ?? null);
    clock.advance(pauseMs ?? 0);
    const answer = await asked;
    return { answer, pauseMs, calls: upstream.received.map(({ path }) => path) };
  }

  it.each(inBoth(REFUSED))(
    'M-2.6: access-token 401 %s (%s) is a configuration error and is never retried',
    async (text, key) => {
      const { answer, calls } = await created(await open(), 'access-token', json(401, { [key]: text }));
      expect({ answer: problemOf(answer), calls, client: await clientOf(answer) }).toEqual({
        answer: problem(502, 'configuration'),
        calls: [TOKEN],
        client: CONFIGURATION_FAILURE,
      });
    },
  );

  it.each(inBoth(TEMPORARY_FAILURES))('M-2.7: %s 500 %s (%s) is tried once more', async (name, text, key) => {
    const { answer, pauseMs, calls } = await created(await open(), name, json(500, { [key]: text }));
    expect({ status: answer.status, pauseMs, calls }).toEqual({
      status: 201,
      pauseMs: 250,
      calls: REPEATED_CALLS[name],
    });
  });

  it.each(inBoth(TEMPORARY_FAILURES))(
    'M-2.7, M-14.10: after %s 500 %s (%s) twice the client retries, four calls in all',
    async (name, text, key) => {
      const failure = json(500, { [key]: text });
      const { answer, calls } = await created(await open(), name, failure, failure);
      expect({ answer: problemOf(answer), calls, client: await clientOf(answer) }).toEqual({
        answer: problem(502, 'upstream_error'),
        calls: REPEATED_CALLS[name].slice(0, name === 'sessions' ? 3 : 2),
        client: fourCalls('upstream_error'),
      });
    },
  );

  it.each(inBoth(UNREADABLE))('M-2.8: sessions 400 %s (%s) is not repeated', async (text, key) => {
    const { answer, calls } = await created(await open(), 'sessions', json(400, { [key]: text }));
    expect({ answer: problemOf(answer), calls }).toEqual({
      answer: problem(502, 'upstream_error'),
      calls: [TOKEN, SESSION],
    });
  });

  it.each(inBoth(UNAUTHORIZED))('M-2.9: sessions 401 %s (%s) gets a new token', async (text, key) => {
    const bench = await open();
    const { answer, calls } = await created(bench, 'sessions', json(401, { [key]: text }));
    const shown = bench.upstream.received.map(({ headers }) => headers.authorization);
    expect({ status: answer.status, body: answer.json, calls, shown }).toEqual({
      status: 201,
      body: expect.objectContaining({ access_token: accessToken(2) }),
      calls: [TOKEN, SESSION, TOKEN, SESSION],
      shown: [undefined, `Bearer ${accessToken(1)}`, undefined, `Bearer ${accessToken(2)}`],
    });
  });

  it('M-2.9: the relay gives up after sessions 401 with a second token', async () => {
    const refusal = json(401, { error: 'Invalid access token' });
    const { answer, calls } = await created(await open(), 'sessions', refusal, refusal);
    expect({ answer: problemOf(answer), calls }).toEqual({
      answer: problem(502, 'upstream_error'),
      calls: [TOKEN, SESSION, TOKEN, SESSION],
    });
  });

  it.each([
    ['access-token', '7', '7', [0, 7, 14, 21]],
    ['sessions', '7', '7', [0, 7, 14, 21]],
    ['access-token', '60', '30', [0, 30, 60, 90]],
    ['sessions', '60', '30', [0, 30, 60, 90]],
  ] as const)(
    'M-2.10: after %s 429 with Retry-After %s the client waits that long, 30 s at most',
    async (name, header, passed, callsAtS) => {
      const throttled = json(429, { error: 'Too many requests' }, { 'Retry-After': header });
      const { answer, calls } = await created(await open(), name, throttled);
      expect({
        answer: problemOf(answer),
        retryAfter: answer.headers.get('retry-after'),
        calls,
        client: await clientOf(answer),
      }).toEqual({
        answer: problem(429, 'too_many_requests'),
        retryAfter: passed,
        calls: name === 'sessions' ? [TOKEN, SESSION] : [TOKEN],
        client: fourCalls('too_many_requests', callsAtS),
      });
    },
  );
});
