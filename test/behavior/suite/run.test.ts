import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../src/base/result.ts';
import { type CaseResult, runCase, runCases, type SuitePorts } from '../../../src/behavior/suite/run.ts';
import type { Case } from '../../../src/behavior/suite/suite.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

type Said = Parameters<SuitePorts['send']>[1];

/** An agent that greets and repeats what was said. */
function createEcho(answer: (said: Said, test: Case) => object = () => ({})) {
  const clock = createFakeClock();
  let chats = 0;
  const sent: string[] = [];
  const send: SuitePorts['send'] = async (test, said) => {
    const conversationId = said?.id ?? `c${++chats}`;
    sent.push(said ? `${conversationId}: ${said.message}` : conversationId);
    const given = answer(said, test);
    return 'failed' in given
      ? err(given.failed as never)
      : ok({ conversationId, response: said?.message ?? 'Welcome', ...given });
  };
  return { clock, sent, ports: { send, clock, matches: () => true } };
}
const caseOf = (name: string, turns: Case['turns'], atLeast = 1): Case => ({ name, atLeast, turns });
const says = (say: string | undefined, expected = say ?? 'Welcome') => ({
  ...(say !== undefined && { say }),
  expect: { says: [expected] },
});

describe('a case', () => {
  it('begins a chat of its own, passes the greeting over, and says turn after turn', async () => {
    const { sent, ports } = createEcho();
    expect(await runCase(caseOf('a', [says('one'), says('two')]), ports)).toEqual({
      status: 'passed',
      inMs: 0,
    });
    expect(sent).toEqual(['c1', 'c1: one', 'c1: two']);
  });

  it('expects something of the greeting in a first turn that says nothing', async () => {
    const { sent, ports } = createEcho();
    expect(await runCase(caseOf('a', [says(undefined), says('one')]), ports)).toMatchObject({
      status: 'passed',
    });
    expect(await runCase(caseOf('a', [says(undefined, 'Hello')]), ports)).toEqual({
      status: 'failed',
      inMs: 0,
      turn: 0,
      said: undefined,
      misses: [{ expected: 'says “Hello”', came: 'Welcome' }],
    });
    expect(sent).toEqual(['c1', 'c1: one', 'c2']);
  });

  it('ends at the first turn that is not as expected', async () => {
    const { sent, ports } = createEcho();
    const outcome = await runCase(caseOf('a', [says('one'), says('two', 'three'), says('four')]), ports);
    expect(outcome).toMatchObject({ status: 'failed', turn: 1, said: 'two' });
    expect(sent).toEqual(['c1', 'c1: one', 'c1: two']);
  });

  it('breaks when a call fails, or when the chat has ended before a turn', async () => {
    const failing = createEcho((said) => (said ? { failed: { message: 'no', isFinal: false } } : {}));
    expect(await runCase(caseOf('a', [says('one')]), failing.ports)).toEqual({
      status: 'broken',
      inMs: 0,
      turn: 0,
      said: 'one',
      message: 'no',
      isFinal: false,
    });
    const ending = createEcho((said) => ({ conversationEnded: said?.message === 'bye' }));
    expect(await runCase(caseOf('a', [says('bye'), says('one')]), ending.ports)).toMatchObject({
      status: 'broken',
      turn: 1,
      message: 'the chat has ended before',
    });
  });

  it('waits as long as the platform asks, and does not count that as time of the answer', async () => {
    let refusals = 0;
    const { clock, sent, ports } = createEcho((said) =>
      said && refusals++ === 0 ? { failed: { message: 'busy', isFinal: false, retryInMs: 3_000 } } : {},
    );
    const running = runCase(caseOf('a', [{ say: 'one', expect: { says: ['one'], withinMs: 100 } }]), ports);
    while (clock.nextIn() === undefined) await Promise.resolve();
    clock.advance(2_999);
    expect(sent).toEqual(['c1', 'c1: one']);
    clock.advance(1);
    expect(await running).toEqual({ status: 'passed', inMs: 3_000 });
  });
});

describe('a run', () => {
  async function run(cases: readonly Case[], ports: SuitePorts, repeat = 1) {
    const results: CaseResult[] = [];
    const ended = await runCases(cases, { ...ports, repeat }, (result) => results.push(result));
    const lines = results.map(({ name, passes, isPassed }) => `${name} ${passes} ${isPassed}`);
    return { lines, ended };
  }

  it('tells results in the order of the cases, and goes on after a failure', async () => {
    const { ports } = createEcho();
    const cases = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      caseOf(name, [says('x', name === 'b' ? 'y' : 'x'), ...Array(name === 'a' ? 9 : 0).fill(says('x'))]),
    );
    expect(await run(cases, ports)).toEqual({
      lines: ['a 1 true', 'b 0 false', 'c 1 true', 'd 1 true', 'e 1 true', 'f 1 true'],
      ended: undefined,
    });
  });

  it('opens at most four chats at once', async () => {
    let open = 0;
    let most = 0;
    const { clock } = createEcho();
    const send: SuitePorts['send'] = async () => {
      most = Math.max(most, ++open);
      await Promise.resolve();
      open--;
      return ok({ conversationId: 'c', response: 'x' });
    };
    const cases = Array.from({ length: 12 }, (_, at) => caseOf(String(at), [says('x')]));
    await run(cases, { send, clock, matches: () => true });
    expect(most).toBe(4);
  });

  it.each([
    [1, 10, '9 false'],
    [0.9, 10, '9 true'],
    [0.91, 10, '9 false'],
    [0.07, 100, '99 true'],
  ])('passes a case whose share of passed repeats is at least %d of %d', async (atLeast, repeat, end) => {
    let asked = 0;
    const { ports } = createEcho((said) => (said && asked++ === 0 ? { response: 'other' } : {}));
    expect((await run([caseOf('a', [says('x')], atLeast)], ports, repeat)).lines).toEqual([`a ${end}`]);
  });

  it('ends early when no other chat could succeed', async () => {
    const failed = { message: 'The platform does not accept the key', isFinal: true };
    const { sent, ports } = createEcho(() => ({ failed }));
    const cases = Array.from({ length: 9 }, (_, at) => caseOf(String(at), [says('x')]));
    expect(await run(cases, ports, 5)).toMatchObject({ lines: [], ended: failed });
    expect(sent.length).toBeLessThanOrEqual(4);
  });
});
