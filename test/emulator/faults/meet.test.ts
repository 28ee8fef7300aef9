import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LastingFault } from '../../../src/emulator/faults/injected-fault.ts';
import { type ActiveFault, type Happening, meet } from '../../../src/emulator/faults/meet.ts';

const inForce = (fault: LastingFault, id = 'it'): ActiveFault => ({
  id,
  fault,
  met: 0,
  struck: 0,
  dice: 1,
  minuteFrom: 0,
  inMinute: 0,
});

const FRAME: Happening = { on: 'frames-down', sessionId: 'a', frame: '{"type":"EVENT_TYPE_HEARTBEAT"}' };
const call = (path: string): Happening => ({
  on: 'rest',
  stage: 'answer',
  host: 'base',
  method: 'GET',
  path,
  url: path,
});

/** Which of a number of equal happenings a fault strikes, counted from 1. */
function strikes(fault: LastingFault, happening: Happening, times: number): readonly number[] {
  let active: readonly ActiveFault[] = [inForce(fault)];
  const struck: number[] = [];
  for (let time = 1; time <= times; time += 1) {
    const meeting = meet(active, happening, 0);
    active = meeting.active;
    if (meeting.struck.length > 0) struck.push(time);
  }
  return struck;
}

describe('deciding what a fault strikes', () => {
  it('strikes every nth happening that it fits, as often as it was told, and not once more', () => {
    const few = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(few, fc.option(few, { nil: undefined }), fc.nat(60), (every, count, times) => {
        const fault: LastingFault = { on: 'frames-down', do: 'drop', every, ...(count && { count }) };
        const due = Array.from({ length: times }, (_, index) => index + 1).filter((it) => it % every === 0);
        expect(strikes(fault, FRAME, times)).toEqual(due.slice(0, count));
      }),
    );
  });

  it('strikes about as often as the probability says, and the same ones for the same seed', () => {
    for (const probability of [0.1, 0.5, 0.9]) {
      const fault: LastingFault = { on: 'frames-down', do: 'drop', probability };
      const struck = strikes(fault, FRAME, 10_000);
      expect(struck.length / 10_000).toBeCloseTo(probability, 1);
      expect(strikes(fault, FRAME, 10_000)).toEqual(struck);
    }
    expect(strikes({ on: 'frames-down', do: 'drop', probability: 1 }, FRAME, 3)).toEqual([1, 2, 3]);
  });

  it.each<[string, LastingFault]>([
    ['of the other direction', { on: 'frames-up', do: 'drop' }],
    ['of another session', { on: 'frames-down', do: 'drop', sessionId: 'b' }],
    ['of other kinds', { on: 'frames-down', do: 'drop', kinds: ['AGENT_MESSAGE', 'EVENT_BATCH'] }],
    ['of handshakes', { on: 'handshake', do: 'refuse', status: 503 }],
    ['of calls', { on: 'rest', host: 'base', do: 'status', status: 503 }],
  ])('is untouched by a happening that it does not fit: one %s', (_, fault) => {
    const active = [inForce(fault)];
    expect(meet(active, FRAME, 0)).toEqual({ active, struck: [] });
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
  ])('takes the path %s for %s: %s', (path, asked, isMeant) => {
    const fault: LastingFault = { on: 'rest', host: 'base', do: 'status', status: 500, path };
    expect(strikes(fault, call(asked), 1)).toEqual(isMeant ? [1] : []);
  });

  it('answers a call once: the next fault waits for the next call', () => {
    const refuse = (status: number): LastingFault => ({
      on: 'rest',
      host: 'base',
      do: 'status',
      status,
      count: 1,
    });
    const [first, second] = [inForce(refuse(500), 'first'), inForce(refuse(503), 'second')];
    const one = meet([first, second], call('/'), 0);
    expect(one).toEqual({ active: [second], struck: [{ ...first, met: 1, struck: 1, inMinute: 1 }] });
    expect(meet(one.active, call('/'), 0).active).toEqual([]);
  });

  it('strikes a frame with all that fit it', () => {
    const faults = (['drop', 'duplicate', 'corrupt'] as const).map((what) =>
      inForce({ on: 'frames-down', do: what }, what),
    );
    expect(meet(faults, FRAME, 0).struck.map(({ id }) => id)).toEqual(['drop', 'duplicate', 'corrupt']);
  });
});
