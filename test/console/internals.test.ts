import { describe, expect, it } from 'vitest';
import { internalsOf } from '../../src/console/pages/behavior/debug-chat/answers.ts';

//
describe('the internals of a turn of a debug chat', () => {
  it('shows node, path, function events and everything else that has content', () => {
    const event = { functionName: 'find_order', error: 'timeout', at: 7 };
    expect(
      internalsOf({
        currentNode: 'conversation',
        nodeTrace: ['greeting', 'conversation'],
        functionEvents: [event, { name: 'hand_off', error: '' }],
        state: null,
        metrics: {},
        topics: ['orders'],
        asrLangCode: 'en-GB',
      }),
    ).toEqual({
      node: 'conversation',
      path: ['greeting', 'conversation'],
      events: [
        { name: 'find_order', error: 'timeout', whole: event },
        { name: 'hand_off', error: undefined, whole: { name: 'hand_off', error: '' } },
      ],
      rest: [
        ['topics', ['orders']],
        ['asrLangCode', 'en-GB'],
      ],
    });
  });

  it('shows what can be read of an answer that has no internals, or others', () => {
    const nothing = { node: undefined, path: [], events: [], rest: [] };
    expect(internalsOf()).toEqual(nothing);
    expect(internalsOf({ currentNode: 7, nodeTrace: 'x', functionEvents: null })).toEqual(nothing);
    expect(internalsOf({ nodeTrace: [1, 'two'], functionEvents: ['three'] })).toMatchObject({
      path: ['two'],
      events: [{ name: undefined, whole: 'three' }],
    });
  });
});
