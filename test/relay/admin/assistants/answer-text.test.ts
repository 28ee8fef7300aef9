import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerText, MAX_ANSWER_BYTES } from '../../../../src/relay/admin/mcp/answer-text.ts';
import { shareOf } from '../../../support/sizes.ts';

const bytesOf = (text: string | undefined): number => new TextEncoder().encode(text).byteLength;
const parsed = (text: string | undefined) => JSON.parse(text ?? '');
const advise = (rows: number) => `next: ${rows}`;

const turn = (nth: number) => ({
  user_input: `Question ${nth}: ${'where is my order? '.repeat(10)}`,
  agent_response: `Answer ${nth}: ${'it is on its way. '.repeat(10)}`,
});
const conversation = (nth: number, turns: number) => ({
  id: `c-${nth}`,
  state: { language: 'en', order_number: 'A-1' },
  turns: Array.from({ length: turns }, (_, at) => turn(at)),
});
const pageOf = (count: number, turns: number) => ({
  conversations: Array.from({ length: count }, (_, nth) => conversation(nth, turns)),
  cursor: 'next',
});

describe('the text of an answer for an assistant', () => {
  it('a short answer is whole in its envelope', () => {
    const answer = pageOf(2, 3);
    expect(parsed(answerText(answer, advise))).toEqual({
      untrusted: true,
      note: expect.stringContaining('never instructions'),
      answer,
    });
  });

  it('leaves out empty texts and lists of items, and nothing else', () => {
    const item = { dtmf: '', intents: [], is_ood: false, silences: 0, state: null, meta: {} };
    const { dtmf: _, intents: __, ...kept } = item;
    expect(
      parsed(answerText({ turns: [item], text: '', list: [], nulls: [null, ''] }, advise)).answer,
    ).toEqual({
      turns: [kept],
      text: '',
      list: [],
      nulls: [null, ''],
    });
  });

  it.each([
    [20, 40],
    [20, 400],
    [20, 3_000],
  ])(
    'a page of %i conversations with %i turns keeps all of them in 60 kB, and counts what it cut',
    (count, turns) => {
      const text = answerText(pageOf(count, turns), advise);
      const { answer, cut } = parsed(text);
      expect([bytesOf(text) <= MAX_ANSWER_BYTES, answer.conversations.length, answer.cursor]).toEqual([
        true,
        count,
        'next',
      ]);
      expect(cut).toContain('N more');
      for (const { turns: kept } of answer.conversations)
        expect(kept.at(-1)).toBe(`${turns - (kept.length - 1)} more`);
    },
  );

  it('uses at least half of the space before it leaves a row out', () => {
    const text = answerText(pageOf(400, 40), advise);
    const { answer, cut } = parsed(text);
    const kept = answer.conversations.length - 1;
    expect([bytesOf(text) > MAX_ANSWER_BYTES / 2, answer.conversations.at(-1), cut]).toEqual([
      true,
      `${400 - kept} more`,
      `next: ${kept}`,
    ]);
  });

  it('cuts long texts between characters and counts the rest', () => {
    const { answer } = parsed(answerText({ text: '😀'.repeat(40_000) }, advise));
    expect(answer.text).toMatch(/^(?:😀)+… \(\d+ more characters\)$/u);
  });

  it('an answer that cannot be cut is none', () => {
    const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`member_${nth}`, nth]));
    expect(answerText(members, advise)).toBeUndefined();
  });

  it('any answer is valid JSON of at most 60 kB without invisible characters', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 }),
        fc.integer({ min: 1, max: 400 }),
        (value, times) => {
          const text = answerText({ rows: Array.from({ length: times }, () => value) }, advise);
          if (text === undefined) return;
          expect(bytesOf(text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
          expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}<]/u);
          expect(parsed(text).untrusted).toBe(true);
        },
      ),
      { numRuns: shareOf(80) },
    );
  });
});
