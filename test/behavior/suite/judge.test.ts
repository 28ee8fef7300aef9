import { describe, expect, it } from 'vitest';
import { judge, type Matches } from '../../../src/behavior/suite/judge.ts';
import { replyOf } from '../../../src/behavior/suite/reply.ts';
import type { Expectations } from '../../../src/behavior/suite/suite.ts';

const ANSWER = {
  response: 'Our shop:\n\n- **Saturday**, 10:00\u00a0to 18:00 – “The Halo” is €89',
  metadata: {
    state: { language: 'en-GB', reason: 'visitor_request' },
    currentNode: 'live_agent',
    inFlow: 'care',
    inStep: 'ask',
    functionEvents: [{ name: 'hand_off' }, { functionName: 'find_order' }, 7],
    handoffDestination: 'Customer care',
  },
};
const matches: Matches = (pattern, text) =>
  pattern === 'endless' ? undefined : new RegExp(pattern, 'ius').test(text);
const missesOf = (expect: Expectations, answer: object = ANSWER, inMs = 10) =>
  judge(expect, replyOf(answer, inMs), matches).map(({ expected, came }) => `${expected} | ${came}`);

describe('an answer', () => {
  it.each<Expectations>([
    {},
    { says: ['saturday, 10:00 to 18:00', '"the halo"', '18:00 - “The'] },
    { not: ['Sunday'] },
    { matches: ['€\\s?\\d+$', '^our.*18'] },
    { function: ['hand_off', 'find_order'] },
    { handoff: [true] },
    { handoff: ['Visitor_Request'] },
    { handoff: [false, 'visitor_request'] },
    { language: ['en'] },
    { language: ['fr', 'en-gb'] },
    { node: ['live_agent'] },
    { node: ['elsewhere', 'care'] },
    { withinMs: 10 },
  ])('meets %j', (expectations) => {
    expect(missesOf(expectations)).toEqual([]);
  });

  it.each<[Expectations, readonly string[]]>([
    [{ says: ['Sunday', 'Halo'] }, [`says “Sunday” | ${ANSWER.response}`]],
    [{ not: ['halo'] }, [`does not say “halo” | ${ANSWER.response}`]],
    [{ matches: ['^Saturday'] }, [`matches ^Saturday | ${ANSWER.response}`]],
    [
      { matches: ['endless'] },
      ['matches endless | no result: the pattern takes too long, so make it simpler'],
    ],
    [{ function: ['answer'] }, ['calls answer | hand_off, find_order']],
    [{ handoff: [false] }, ['no handoff | a handoff, visitor_request']],
    [{ handoff: ['complaint'] }, ['a handoff, complaint | a handoff, visitor_request']],
    [{ language: ['e', 'en-US'] }, ['language e or en-US | en-GB']],
    [{ node: ['start'] }, ['node “start” | live_agent, care, ask']],
    [{ withinMs: 9 }, ['within 9 ms | 10 ms']],
  ])('misses %j', (expectations, misses) => {
    expect(missesOf(expectations)).toEqual(misses);
  });

  it('names what the debug chat does not tell', () => {
    const all: Expectations = {
      says: ['a'],
      function: ['f'],
      handoff: [true],
      language: ['en'],
      node: ['n'],
    };
    expect(missesOf(all, {})).toEqual([
      'says “a” | nothing',
      'calls f | none',
      'a handoff | no handoff',
      'language en | no language: the debug chat names none',
      'node “n” | no node: the debug chat names none',
    ]);
    expect(missesOf({ says: ['a'] }, { response: '', delayedResponse: true })).toEqual([
      'says “a” | nothing: the agent is late or has failed',
    ]);
    expect(missesOf({ not: ['a'], handoff: [false] }, {})).toEqual([]);
  });
});
