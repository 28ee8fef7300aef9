import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LastingFault } from '../../../src/emulator/faults/injected-fault.ts';
import { type ActiveFault, matchFaults, type TrafficItem } from '../../../src/emulator/faults/match.ts';

const inForce = (fault: LastingFault, id = 'it'): ActiveFault => ({
  id,
  fault,
  matched: 0,
  applied: 0,
  randomState: 1,
  minuteStart: 0,
  inMinute: 0,
});

const FRAME: TrafficItem = { on: 'frames-down', sessionId: 'a', frame: '{"type":"EVENT_TYPE_HEARTBEAT"}' };
const call = (path: string): TrafficItem => ({
  on: 'rest',
  stage: 'response',
  host: 'base',
  method: 'GET',
  path,
  url: path,
});

/** The numbers, from 1, of the equal items that a fault applies to. */
function applications(fault: LastingFault, item: TrafficItem, times: number): readonly number[] {
  let active: readonly ActiveFault[] = [inForce(fault)];
  const applied: number[] = [];
  for (let time = 1; time <= times; time += 1) {
    const meeting = matchFaults(active, item, 0);
    active = meeting.active;
    if (meeting.applied.length > 0) applied.push(time);
  }
  return applied;
}

describe('matching a fault', () => {
  it('a fault applies to every nth item that it matches, and stops at its count', () => {
    const few = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(few, fc.option(few, { nil: undefined }), fc.nat(60), (every, count, times) => {
        const fault: LastingFault = { on: 'frames-down', do: 'drop', every, ...(count && { count }) };
        const due = Array.from({ length: times }, (_, index) => index + 1).filter(
          (number) => number % every === 0,
        );
        expect(applications(fault, FRAME, times)).toEqual(due.slice(0, count));
      }),
    );
  });

  it('a fault applies as often as its probability says, and to the same items for the same seed', () => {
    for (const probability of [0.1, 0.5, 0.9]) {
      const fault: LastingFault = { on: 'frames-down', do: 'drop', probability };
      const applied = applications(fault, FRAME, 10_000);
      expect(applied.length / 10_000).toBeCloseTo(probability, 1);
      expect(applications(fault, FRAME, 10_000)).toEqual(applied);
    }
    expect(applications({ on: 'frames-down', do: 'drop', probability: 1 }, FRAME, 3)).toEqual([1, 2, 3]);
  });

  it.each<[string, LastingFault]>([
    ['of the other direction', { on: 'frames-up', do: 'drop' }],
    ['of another session', { on: 'frames-down', do: 'drop', sessionId: 'b' }],
    ['of other kinds', { on: 'frames-down', do: 'drop', kinds: ['AGENT_MESSAGE', 'EVENT_BATCH'] }],
    ['of handshakes', { on: 'handshake', do: 'refuse', status: 503 }],
    ['of calls', { on: 'rest', host: 'base', do: 'status', status: 503 }],
  ])('a fault leaves an item unchanged that it does not match: one %s', (_, fault) => {
    const active = [inForce(fault)];
    expect(matchFaults(active, FRAME, 0)).toEqual({ active, applied: [] });
  });

  it.each([
    ['/v1/alert-rules', '/v1/alert-rules', true],
    ['/v1/alert-rules', '/v1/alert-rules/ar_1', false],
    ['/v1/alert-rules*', '/v1/alert-rules/ar_1', true],
    ['*', '/', true],
    ['*/behavior', '/v1/agents/shop/branches/main/behavior', true],
    ['*/behavior', '/v1/agents/shop/branches/main/behavior/x', false],
    ['/v1/*/branches/*/behavior', '/v1/agents/shop/branches/main/behavior', true],
    ['/v1/*/main/*/main', '/v1/agents/main', false],
    ['/a*a', '/a', false],
    ['/a.c', '/abc', false],
  ])('compares the path pattern %s with %s: %s', (path, asked, isMeant) => {
    const fault: LastingFault = { on: 'rest', host: 'base', do: 'status', status: 500, path };
    expect(applications(fault, call(asked), 1)).toEqual(isMeant ? [1] : []);
  });

  it('a fault answers a call once, and the next fault the next call', () => {
    const refuse = (status: number): LastingFault => ({
      on: 'rest',
      host: 'base',
      do: 'status',
      status,
      count: 1,
    });
    const [first, second] = [inForce(refuse(500), 'first'), inForce(refuse(503), 'second')];
    const one = matchFaults([first, second], call('/'), 0);
    expect(one).toEqual({ active: [second], applied: [{ ...first, matched: 1, applied: 1, inMinute: 1 }] });
    expect(matchFaults(one.active, call('/'), 0).active).toEqual([]);
  });

  it('all matching faults apply to a frame', () => {
    const faults = (['drop', 'duplicate', 'corrupt'] as const).map((what) =>
      inForce({ on: 'frames-down', do: what }, what),
    );
    expect(matchFaults(faults, FRAME, 0).applied.map(({ id }) => id)).toEqual([
      'drop',
      'duplicate',
      'corrupt',
    ]);
  });
});
