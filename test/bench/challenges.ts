import { systemClock } from '../../src/base/clock.ts';
import { answered } from '../../src/chat/shell/challenge.ts';
import { inMs, line, percentile } from './print.ts';

const SOLUTIONS = 40;

/** Measures the work of a browser for a challenge, here without a page. */
export async function challenges(): Promise<void> {
  console.log('\nChallenges of new sessions');
  const { signal } = new AbortController();
  for (let bits = 12; bits <= 18; bits++) {
    const times: number[] = [];
    for (let nth = 0; nth < SOLUTIONS; nth++) {
      const challenge = { salt: `bench-${bits}-${nth}`, bits, expires_at: 0, signature: '' };
      const startedAt = performance.now();
      await answered({}, { challenge, nth: 1 }, systemClock(), signal);
      times.push(performance.now() - startedAt);
    }
    line(`an answer of ${bits} bits`, inMs(percentile(times, 0.5)), `p95 ${inMs(percentile(times, 0.95))}`);
  }
}
