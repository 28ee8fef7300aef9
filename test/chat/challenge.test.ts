import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { answered, firstWord } from '../../src/chat/shell/challenge.ts';
import { isSolved } from '../../src/relay/store/proof-of-work.ts';
import { createChatHarness, GRANT } from '../support/chat-harness.ts';

const REQUEST = { platform: 'web' } as const;
const SALT = 'c2FsdHNhbHRzYWx0';
const CHALLENGE = { salt: SALT, bits: 8, expires_at: 1, signature: 'signed' };
const CHALLENGED = {
  status: 429,
  body: { code: 'challenge', challenge: CHALLENGE },
  headers: { 'Retry-After': '20' },
};
const CREATED = { status: 201, body: GRANT };
const CREATE = 'POST /chat/sessions';

const { signal } = new AbortController();
const answer = (challenge: unknown, clock = systemClock(), until = signal) =>
  answered(REQUEST, { challenge, nth: 1 }, clock, until);

/** A harness whose relay gives these answers, the last one for ever; and the bodies of the calls. */
function challengedBy(...answers: object[]) {
  let next = 0;
  const bodies: unknown[] = [];
  const harness = createChatHarness({
    answers: () => answers[Math.min(next++, answers.length - 1)] as typeof CREATED,
    wrapPorts: (ports) => ({
      ...ports,
      fetch: (url, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return (ports.fetch as typeof fetch)(url, init);
      },
    }),
  });
  return { harness, bodies };
}

describe('the answer to a challenge (M-14.16)', () => {
  it('the answer to a challenge is found by SHA-256', () => {
    const ascii = fc.string({
      unit: fc.integer({ min: 0, max: 127 }).map((it) => String.fromCharCode(it)),
      maxLength: 55,
    });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(firstWord(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE(0));
      }),
      { numRuns: 1_000 },
    );
  });

  it('an answer proves the work that is asked for, whatever the salt', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[\w-]{1,40}$/),
        fc.integer({ min: 0, max: 12 }),
        async (salt, bits) => {
          const challenge = { ...CHALLENGE, salt, bits };
          const { challenge: found, ...request } = await answer(challenge);
          expect([request, found]).toEqual([
            REQUEST,
            { ...challenge, answer: expect.stringMatching(/^\d+$/) },
          ]);
          expect(found && isSolved(found)).toBe(true);
        },
      ),
    );
  });

  it('lets the page have its turn every 30 ms', async () => {
    // Each look at the clock is a millisecond later.
    let now = 0;
    const slices: number[] = [];
    const clock = {
      now: () => now++,
      after(_: number, fn: () => void) {
        slices.push(now);
        queueMicrotask(fn);
        return () => {};
      },
    };
    await answer({ ...CHALLENGE, bits: 18 }, clock);
    const took = slices.map((end, nth) => end - (slices[nth - 1] ?? 0));
    expect([slices.length > 3, Math.max(...took) <= 32]).toEqual([true, true]);
  });

  it('stops looking for an answer once the call is over', async () => {
    const aborter = new AbortController();
    const clock = {
      now: () => Date.now(),
      after(_: number, fn: () => void) {
        aborter.abort();
        queueMicrotask(fn);
        return () => {};
      },
    };
    expect(await answer({ ...CHALLENGE, bits: 22 }, clock, aborter.signal)).toEqual(REQUEST);
  });

  it.each([
    ['none', undefined],
    ['nothing', null],
    ['a text', 'solve this'],
    ['a salt that is no text', { ...CHALLENGE, salt: 7 }],
    ['a long salt', { ...CHALLENGE, salt: 's'.repeat(41) }],
    ['no bits', { ...CHALLENGE, bits: undefined }],
    ['the work of hours', { ...CHALLENGE, bits: 23 }],
  ])('looks for no answer: %s', async (_, challenge) => {
    expect(await answer(challenge)).toEqual(REQUEST);
  });
});

describe('a chat that is challenged (M-14.16)', () => {
  it('answers a challenge at once and is connected', async () => {
    const { harness, bodies } = challengedBy(CHALLENGED, CREATED);
    harness.chat.start();
    await harness.settle();
    await expect.poll(() => harness.sockets.length).toBe(1);
    expect(harness.calls).toEqual([CREATE, CREATE]);
    expect(bodies).toEqual([
      { platform: 'web', streaming: true },
      { platform: 'web', streaming: true, challenge: { ...CHALLENGE, answer: expect.any(String) } },
    ]);
    expect(harness.stored.id).toBe(GRANT.session_id);
  });

  it('shows a challenged chat as connecting, and nothing else', async () => {
    const { harness } = challengedBy(CHALLENGED, CREATED);
    const shown = new Set<string>();
    harness.chat.connection.subscribe((it) => void shown.add(it));
    harness.chat.start();
    await expect.poll(() => harness.sockets.length).toBe(1);
    expect([[...shown], harness.lines()]).toEqual([['idle', 'connecting'], []]);
  });

  it('answers three challenges, and then waits as long as the relay says', async () => {
    const { harness, bodies } = challengedBy(CHALLENGED);
    harness.chat.start();
    await expect.poll(() => bodies.length).toBe(4);
    await harness.advance(19_999);
    const before = bodies.length;
    await harness.advance(1);
    await expect.poll(() => bodies.length).toBe(8);
    // M-14.10: four such attempts in all.
    for (const calls of [12, 16]) {
      await harness.advance(20_000);
      await expect.poll(() => bodies.length).toBe(calls);
    }
    await expect.poll(() => harness.chat.connection.value).toBe('failed');
    const isAnswered = bodies.slice(0, 8).map((body) => 'challenge' in (body as object));
    expect([before, isAnswered]).toEqual([4, [false, true, true, true, false, true, true, true]]);
  });

  it('waits when the relay demands what it cannot answer', async () => {
    const tooMuch = { ...CHALLENGED, body: { code: 'challenge', challenge: { ...CHALLENGE, bits: 40 } } };
    const { harness, bodies } = challengedBy(tooMuch, tooMuch, tooMuch, tooMuch, CREATED);
    harness.chat.start();
    await expect.poll(() => bodies.length).toBe(4);
    await harness.advance(20_000);
    await expect.poll(() => harness.sockets.length).toBe(1);
    expect(bodies.filter((body) => 'challenge' in (body as object))).toEqual([]);
  });

  it('begins without an answer after a failure of the network', async () => {
    const { harness, bodies } = challengedBy(CHALLENGED, { status: 500 }, CREATED);
    harness.chat.start();
    await expect.poll(() => bodies.length).toBe(2);
    await harness.advance(1_000);
    await expect.poll(() => harness.sockets.length).toBe(1);
    expect(bodies.map((body) => 'challenge' in (body as object))).toEqual([false, true, false]);
  });

  it('answers no other problem that has a challenge', async () => {
    const { harness } = challengedBy(
      { ...CHALLENGED, body: { code: 'too_many_requests', challenge: CHALLENGE } },
      CREATED,
    );
    harness.chat.start();
    await harness.advance(19_999);
    const before = [...harness.calls];
    await harness.advance(1);
    expect([before, harness.calls]).toEqual([[CREATE], [CREATE, CREATE]]);
  });
});
