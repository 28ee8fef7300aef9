import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { answered } from '../../src/chat/shell/challenge.ts';
import type { AnsweredChallenge, Challenge } from '../../src/protocol/relay.ts';
import { createRelay } from '../../src/relay/portable/index.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFleet, type FleetVisitor } from '../support/fleet.ts';
import { shareOf } from '../support/sizes.ts';
import {
  type Answer,
  type Bench,
  configFor,
  problem,
  problemOf,
  SHOP,
  until,
  useBench,
} from './support/bench.ts';
import { hasRedis, type Redis, startRedis } from './support/redis.ts';

const ALWAYS = { FOYER_CHALLENGE: 'always', FOYER_TRUST_PROXY: 'loopback' };
const DEFAULTS = { ports: { limits: {} } };
const VISITOR = '203.0.113.7';
const { signal } = new AbortController();

/** The answer to a challenge, as the chat finds it. */
async function solve(challenge: Challenge): Promise<AnsweredChallenge> {
  const found = await answered({}, { challenge, nth: 1 }, systemClock(), signal);
  if (!found.challenge) throw new Error('no answer');
  return found.challenge;
}

const ask = ({ call }: Pick<Bench, 'call'>, challenge?: unknown, address = VISITOR, origin = SHOP) =>
  call('/chat/sessions', {
    method: 'POST',
    origin,
    headers: { 'X-Forwarded-For': address },
    body: { platform: 'web', challenge },
  });

const challengeIn = ({ json }: Answer) => (json as { readonly challenge: Challenge }).challenge;
const codeIn = ({ status, json }: Answer) =>
  status === 201 ? 201 : (json as { readonly code: string }).code;
const creationsOf = ({ upstream }: Pick<Bench, 'upstream'>) =>
  upstream.received.filter(({ path }) => path.endsWith('/sessions')).length;

describe('challenges (S-138, S-139)', () => {
  const open = useBench();
  let redis: Redis | undefined;
  const visitors: FleetVisitor[] = [];
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) visitor.dispose();
    await redis?.stop();
    redis = undefined;
  });

  it('S-138: thousands of unanswered requests of one address cost the platform at most the limit of calls', async () => {
    const bench = await open({ ...DEFAULTS, env: { FOYER_LOG_LEVEL: 'silent' } });
    const codes: Record<string, number> = {};
    const perScript = shareOf(250);
    const script = async () => {
      for (let nth = 0; nth < perScript; nth++) {
        const code = codeIn(await ask(bench));
        codes[code] = (codes[code] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 40 }, script));
    // Of ten, six come before more than half is used.
    expect(codes).toEqual({ 201: 6, challenge: 4, too_many_requests: 40 * perScript - 10 });
    // For each session a token and a session.
    expect([creationsOf(bench), bench.upstream.received.length]).toEqual([6, 12]);
  });

  it('answers with a challenge before it calls the platform', async () => {
    const bench = await open({ env: ALWAYS });
    for (let nth = 0; nth < 20; nth++) await ask(bench);
    expect(bench.upstream.received).toEqual([]);
    expect([
      codeIn(await ask(bench, await solve(challengeIn(await ask(bench))))),
      creationsOf(bench),
    ]).toEqual([201, 1]);
  });

  it('a challenge is a 429 with Retry-After to a client that does not know it', async () => {
    const bench = await open({ env: ALWAYS });
    const answer = await ask(bench);
    const { challenge, ...rest } = problemOf(answer) as { challenge: unknown };
    expect([rest, challenge]).toEqual([
      problem(429, 'challenge'),
      {
        salt: expect.stringMatching(/^[\w-]{16}$/),
        bits: 12,
        expires_at: bench.clock.now() + 60_000,
        signature: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
  });

  it('challenges rise with the rate, and those who answer get the whole limit of their address', async () => {
    const bench = await open(DEFAULTS);
    const seen: unknown[] = [];
    for (let nth = 0; nth < 10; nth++) {
      const first = await ask(bench);
      if (first.status === 201) seen.push('free');
      else seen.push([challengeIn(first).bits, codeIn(await ask(bench, await solve(challengeIn(first))))]);
    }
    expect([seen, codeIn(await ask(bench))]).toEqual([
      [...Array.from({ length: 6 }, () => 'free'), [13, 201], [14, 201], [16, 201], [17, 201]],
      'too_many_requests',
    ]);
  });

  it('S-139: keeps a site open that bots ask without an answer, up to the limit of the site', async () => {
    const env = { FOYER_TRUST_PROXY: 'loopback', FOYER_LIMIT_CREATE_PER_ORIGIN: '10' };
    const bench = await open({ ...DEFAULTS, env });
    for (let nth = 0; nth < 100; nth++) await ask(bench, undefined, `10.0.0.${nth}`);
    const bots = creationsOf(bench);
    const codes: unknown[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const address = `198.51.100.${nth}`;
      codes.push(
        codeIn(await ask(bench, await solve(challengeIn(await ask(bench, undefined, address))), address)),
      );
    }
    expect([bots, codes, creationsOf(bench)]).toEqual([6, [201, 201, 201, 201, 'too_many_requests'], 10]);
  });

  it.each([
    ['another address', async (it: AnsweredChallenge) => [it, '203.0.113.8', SHOP]],
    ['another origin', async (it: AnsweredChallenge) => [it, VISITOR, 'https://a.partner.example']],
    ['fewer bits', async (it: AnsweredChallenge) => [{ ...it, bits: it.bits - 1 }, VISITOR, SHOP]],
    [
      'another salt',
      async (it: AnsweredChallenge) => [await solve({ ...it, salt: 'AAAAAAAAAAAAAAAA' }), VISITOR, SHOP],
    ],
    [
      'a later end',
      async (it: AnsweredChallenge) => [{ ...it, expires_at: it.expires_at + 1 }, VISITOR, SHOP],
    ],
    [
      'another signature',
      async (it: AnsweredChallenge) => [{ ...it, signature: 'A'.repeat(43) }, VISITOR, SHOP],
    ],
    ['a wrong answer', async (it: AnsweredChallenge) => [{ ...it, answer: `${it.answer}0` }, VISITOR, SHOP]],
    ['no answer', async ({ answer, ...it }: AnsweredChallenge) => [it, VISITOR, SHOP]],
    [
      'a long answer',
      async (it: AnsweredChallenge) => [{ ...it, answer: '1'.repeat(10_000) }, VISITOR, SHOP],
    ],
    ['a text', async () => ['solved', VISITOR, SHOP]],
  ])('sends another challenge for %s', async (_, change) => {
    const bench = await open({ env: ALWAYS });
    const solved = await solve(challengeIn(await ask(bench)));
    const [challenge, address, origin] = (await change(solved)) as [unknown, string, string];
    const refused = await ask(bench, challenge, address, origin);
    expect([codeIn(refused), challengeIn(refused).salt === solved.salt, creationsOf(bench)]).toEqual([
      'challenge',
      false,
      0,
    ]);
    // The answer was right.
    expect(codeIn(await ask(bench, solved))).toBe(201);
  });

  it('a challenge is valid for 60 s', async () => {
    const bench = await open({ env: ALWAYS });
    const [late, early] = [
      await solve(challengeIn(await ask(bench))),
      await solve(challengeIn(await ask(bench))),
    ];
    bench.clock.advance(59_999);
    const inTime = codeIn(await ask(bench, early));
    bench.clock.advance(1);
    expect([inTime, codeIn(await ask(bench, late))]).toEqual([201, 'challenge']);
  });

  it('a challenge can be answered once, at any relay of a store', async () => {
    const clock = createFakeClock();
    redis = hasRedis ? await startRedis() : undefined;
    const shared = redis
      ? { env: { ...ALWAYS, FOYER_STORE_URL: redis.url } }
      : { env: ALWAYS, ports: { store: createMemoryStore(clock) } };
    const [one, other] = [await open(shared), await open(shared)];
    const solved = await solve(challengeIn(await ask(one)));
    const codes = await Promise.all(
      [one, other, one, other].map(async (it) => codeIn(await ask(it, solved))),
    );
    expect([codes.sort(), creationsOf(one) + creationsOf(other)]).toEqual([
      [201, 'challenge', 'challenge', 'challenge'],
      1,
    ]);
  });

  it('neither gives nor checks challenges when they are off', async () => {
    const bench = await open({ ...DEFAULTS, env: { FOYER_CHALLENGE: 'off' } });
    const codes = [];
    for (let nth = 0; nth < 11; nth++) codes.push(codeIn(await ask(bench, { salt: '' })));
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 201), 'too_many_requests']);
  });

  it('lets every real client in', async () => {
    const bench = await open({ env: { FOYER_CHALLENGE: 'always' } });
    const fleet = createFleet({
      clock: systemClock(),
      random: Math.random,
      origin: SHOP,
      relay: () => bench.url,
    });
    for (let nth = 0; nth < 20; nth++) visitors.push(fleet.join(`visitor ${nth}`));
    await until(() => visitors.every((it) => it.sessionId() !== null));
    expect([creationsOf(bench), new Set(visitors.map((it) => it.sessionId())).size]).toEqual([20, 20]);
  });

  it('a relay outside of Node gives and accepts challenges', async () => {
    const calls: string[] = [];
    const relay = createRelay(
      configFor('https://messaging.example.com', { ...ALWAYS, FOYER_LOG_LEVEL: 'silent' }),
      {
        fetch: async (input) => {
          calls.push(String(input));
          throw new Error('unreachable');
        },
      },
    );
    const create = async (challenge?: unknown) => {
      const headers = { Origin: SHOP, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ challenge });
      const request = new Request('https://relay.example/chat/sessions', { method: 'POST', headers, body });
      const answer = await relay.fetch(request, { address: VISITOR });
      return { status: answer.status, json: (await answer.json()) as { challenge: Challenge } };
    };
    const challenged = await create();
    const before = calls.length;
    const solved = await solve(challenged.json.challenge);
    // The platform is asked, and does not answer.
    const statuses = [challenged.status, (await create(solved)).status, (await create(solved)).status];
    await relay.close();
    expect([statuses, before, calls.length > 0]).toEqual([[429, 503, 429], 0, true]);
  });
});
