import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duePrompt, matchesPath, type Situation } from '../../src/embed/due-prompt.ts';
import type { PromptRule } from '../../src/protocol/widget-config.ts';

const NOW: Situation = { path: '/shop/lamp', seconds: 10, scroll: 0.5, returning: false, day: 'Fri' };
const rule = (when: PromptRule['when'], once: PromptRule['once'] = 'page'): PromptRule => ({
  text: { en: 'Hi' },
  when,
  once,
});
const isDue = (it: PromptRule, change: Partial<Situation> = {}, before?: Partial<Situation>) =>
  duePrompt([it], { ...NOW, ...change }, new Map(before ? [[0, { ...NOW, ...before }]] : [])) === 0;

describe('M-3.23: a prompt is due', () => {
  it.each([
    ['at once without conditions', {}, true],
    ['below its path', { path: '/shop' }, true],
    ['on another path', { path: '/help' }, false],
    ['on a path with any text', { path: '/*/lamp' }, true],
    ['on a path that goes on', { path: '/*/la' }, false],
    ['after its seconds', { after_s: 10 }, true],
    ['before its seconds', { after_s: 11 }, false],
    ['after its way', { scroll: 0.5 }, true],
    ['before its way', { scroll: 0.51 }, false],
    ['for a new visitor', { returning: false }, true],
    ['for one who returns', { returning: true }, false],
    ['where one of its conditions does not hold', { path: '/shop', after_s: 60 }, false],
  ])('%s: %j is %s', (_, when, expected) => {
    expect(isDue(rule(when))).toBe(expected);
  });

  it.each([
    ['page', {}, false],
    ['page', { path: '/shop' }, true],
    ['session', { path: '/shop', day: 'Sat' }, false],
    ['day', { path: '/shop' }, false],
    ['day', { day: 'Sat' }, true],
  ] as const)('once a %s: after it was shown, with %j, is %s', (once, change, expected) => {
    expect(isDue(rule({}, once), change, {})).toBe(expected);
  });

  it('once a session or a day: not for a visitor who has a conversation, unless it asks for one', () => {
    const returning = { returning: true };
    const found = (['page', 'session', 'day'] as const).map((once) => [
      isDue(rule({}, once), returning),
      isDue(rule({ returning: true }, once), returning),
    ]);
    expect(found).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
  });

  it('the first of several is due, then the next', () => {
    const rules = [rule({ path: '/help' }), rule({}), rule({})];
    expect([duePrompt(rules, NOW, new Map()), duePrompt(rules, NOW, new Map([[1, NOW]]))]).toEqual([1, 2]);
  });

  it('a path matches a pattern as a regular expression would', () => {
    const text = fc.string({ unit: fc.constantFrom('/', 'a', 'b', '.'), maxLength: 8 });
    const pattern = fc.array(text, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('*'));
    fc.assert(
      fc.property(text, pattern, (path, it) => {
        const source = it
          .split('*')
          .map((part) => part.replaceAll('.', '\\.'))
          .join('.*');
        const expected = new RegExp(`^${source}${it.includes('*') ? '$' : ''}`).test(path);
        expect(matchesPath(path, it)).toBe(expected);
      }),
    );
  });
});
