import { describe, expect, it } from 'vitest';
import { createMemoryBudget } from '../../../src/relay/node/socket/memory-budget.ts';

const FREE = 64 * 1024;

describe('S-80: the memory for messages', () => {
  function openThree(maxBytes: number) {
    const budget = createMemoryBudget(maxBytes);
    const released: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => budget.open(() => released.push(name)));
    if (!a || !b || !c) throw new Error('three shares');
    return { a, b, c, released };
  }

  it('S-80: does not count the first 64 KB of a connection', () => {
    const { a, b, c, released } = openThree(1);
    for (const share of [a, b, c]) share.hold(FREE);
    expect(released).toEqual([]);
  });

  it('S-80: takes memory once from the connection that holds the most', () => {
    const { a, b, c, released } = openThree(1_000);
    a.hold(FREE + 600);
    b.hold(FREE + 400);
    c.hold(FREE + 100);
    expect(released).toEqual(['a']);
    c.hold(FREE + 500);
    expect(released).toEqual(['a']);
    b.hold(FREE + 501);
    expect(released).toEqual(['a', 'b']);
  });

  it('S-80: releases no second connection because the first reports once more while it closes', () => {
    const budget = createMemoryBudget(1_000);
    const released: string[] = [];
    const open = (name: string) => {
      const share = budget.open(() => {
        released.push(name);
        share.hold(FREE + 500);
      });
      return share;
    };
    for (const name of ['a', 'b', 'c']) open(name).hold(FREE + 500);
    expect(released).toEqual(['a']);
  });

  it('S-80: gives memory back when a connection holds less, or closes', () => {
    const { a, b, released } = openThree(1_000);
    for (let round = 0; round < 3; round += 1) {
      a.hold(FREE + 900);
      a.hold(0);
      b.hold(FREE + 900);
      b.hold(10);
    }
    a.hold(FREE + 900);
    a.close();
    a.hold(FREE + 900);
    b.hold(FREE + 900);
    expect(released).toEqual([]);
  });
});
