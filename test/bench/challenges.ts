import { systemClock } from '../../src/base/clock.ts';
import { answered } from '../../src/chat/shell/challenge.ts';
import type { Challenge } from '../../src/protocol/relay.ts';
import { createAdmission } from '../../src/relay/site/admission.ts';
import { createLimits } from '../../src/relay/store/limits.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { line, percentile } from './page.ts';

const SOLUTIONS = 40;
const REQUESTS = 20_000;

/** Measures the work of a browser for a challenge, here without a page, and that of the relay for a request with a wrong answer. */
export async function challenges(): Promise<void> {
  console.log('\nChallenges of new sessions');
  const clock = systemClock();
  const { signal } = new AbortController();
  const solve = (challenge: Challenge) => answered({}, { challenge, nth: 1 }, clock, signal);
  for (let bits = 12; bits <= 18; bits++) {
    const times: number[] = [];
    for (let nth = 0; nth < SOLUTIONS; nth++) {
      const challenge = { salt: `bench-${bits}-${nth}`, bits, expires_at: 0, signature: '' };
      const startedAt = performance.now();
      await solve(challenge);
      times.push(performance.now() - startedAt);
    }
    const [p50, p95] = [0.5, 0.95].map((part) => percentile(times, part).toFixed(1));
    line(`an answer of ${bits} bits, p50 and p95`, `${p50} ms, ${p95} ms`);
  }

  const store = createMemoryStore(clock);
  const limits = {
    createByAddress: 1e9,
    createByOrigin: 1e9,
    resumeByAddress: 1,
    sessionByAddress: 1,
    socketsByAddress: 1,
    callsByActor: 1,
  };
  const site = {
    name: '',
    connectorToken: 'connector-token-of-the-bench',
    challenge: 'always' as const,
    limits,
  };
  const { admit } = createAdmission(site, { store, clock, limits: createLimits(store, site) });
  const applicant = { client: '203.0.113.1', pages: 'own', origin: 'https://shop.example' };
  const challenged = await admit(applicant, undefined);
  if (challenged?.failed !== 'challenge') throw new Error('not challenged');
  const wrong = { ...challenged.challenge, answer: 'wrong' };
  const startedAt = performance.now();
  for (let nth = 0; nth < REQUESTS; nth++) await admit(applicant, wrong);
  const perSecond = REQUESTS / ((performance.now() - startedAt) / 1_000);
  line('wrong answers checked, counted and challenged again', `${Math.round(perSecond)}/s`);
}
