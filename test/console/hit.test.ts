import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/console/answers.ts';
import { createHits } from '../../src/console/pages/conversations/hit.ts';

const row = (...turns: readonly { userInput?: string; agentResponse?: string }[]) =>
  ({ id: 'C1', turns }) as unknown as Row;

describe('a hit of a search', () => {
  it('shows the sentence with most of the words, marked where they begin', () => {
    const found = createHits('broken Vase')(
      row(
        { agentResponse: 'Hello. Is a vase broken, or [**two** vases](https://shop.example.com/)?' },
        { userInput: 'No. My vase arrived today. Sad.' },
      ),
    );
    expect(found).toEqual({
      turn: 0,
      by: 'agent',
      parts: ['Is a ', 'vase', ' ', 'broken', ', or two ', 'vase', 's?'],
    });
  });

  it('shows the caller where the agent said as much', () => {
    expect(createHits('lamp')(row({ agentResponse: 'A lamp?' }, { userInput: 'My lamp.' }))?.turn).toBe(1);
  });

  it('searches one side on request', () => {
    const both = row({ userInput: 'A lamp', agentResponse: 'Which lamp?' });
    expect([createHits('lamp')(both)?.by, createHits('lamp', 'agent')(both)?.by]).toEqual(['user', 'agent']);
  });

  it.each([
    ['begins within a word', 'cat', 'We concatenate.', undefined],
    ['is in a script without spaces', '花瓶', '我的花瓶碎了', ['我的', '花瓶', '碎了']],
    ['has signs of patterns', 'c++ (x)', 'I like C++', ['I like ', 'C', '++']],
    ['has no word', '?!', 'What?!', undefined],
    ['is not said at all, as with a search by meaning', 'refund', 'Money back', undefined],
  ])('searches for words when the text %s', (_, text, userInput, parts) => {
    expect(createHits(text)(row({ userInput }))?.parts).toEqual(parts);
  });

  it('shows the words of a long sentence after an ellipsis', () => {
    const before = 'and then I went to the shop to ask for help because '.repeat(20);
    expect(createHits('lamp')(row({ userInput: `${before}my lamp flickers` }))?.parts).toEqual([
      expect.stringMatching(/^… .{20,45}$/),
      'lamp',
      ' flickers',
    ]);
  });
});
