import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../../src/relay/admin/insights/turns.ts';

describe('work in turns', () => {
  it('lets others in between, and goes on after a failure', async () => {
    const order: string[] = [];
    const inTurn = createTurns();
    const work = (name: string) =>
      inTurn(() => {
        order.push(name);
        setImmediate(() => order.push(`others after ${name}`));
        if (name === 'second') throw new Error('no');
        return name;
      });
    const results = await Promise.allSettled([work('first'), work('second'), work('third')]);
    expect(order).toEqual(['first', 'others after first', 'second', 'others after second', 'third']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
