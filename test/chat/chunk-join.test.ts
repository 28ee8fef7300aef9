import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk, createChatHarness } from '../support/chat-harness.ts';

/** Streams the texts, in the order of `arrival`, and returns the text after each chunk. */
async function stream(texts: readonly string[], chunkJoin?: string, arrival = texts.map((_, at) => at)) {
  const harness = createChatHarness(chunkJoin === undefined ? {} : { chunkJoin });
  const socket = await harness.connectAndJoin();
  const seen: string[] = [];
  for (const at of arrival) {
    socket.receiveEvent(chunk(4 + at, 'm', 1 + at, texts[at] ?? '', at === texts.length - 1));
    await harness.settle();
    const [entry] = harness.chat.transcript.value;
    seen.push(entry?.kind === 'message' ? entry.text : '');
  }
  return seen;
}

describe('M-8.11: the texts of a stream', () => {
  it.each([
    [undefined, 'HelloMarta'],
    ['none', 'HelloMarta'],
    ['space', 'Hello Marta'],
    ['newline', 'HelloMarta'],
  ])('the texts of a stream are joined as the session says: %s', async (chunkJoin, text) => {
    expect((await stream(['Hello', 'Marta'], chunkJoin)).at(-1)).toBe(text);
  });

  it.each([
    [['Hello ', 'Marta'], 'Hello Marta'],
    [['Hello', '\nMarta'], 'Hello\nMarta'],
    [['Hello\u00a0', ' Marta'], 'Hello\u00a0 Marta'],
    [['', 'Hello', '', 'Marta', ''], 'Hello Marta'],
    [['😀', '😀'], '😀 😀'],
  ])(
    'the texts %j get one space between them only where neither side has white space',
    async (texts, text) => {
      expect((await stream(texts, 'space')).at(-1)).toBe(text);
    },
  );

  it('the texts of a stream are the same while they stream and at the end, in every order of arrival', async () => {
    const texts = fc.array(fc.constantFrom('', 'a', 'b ', ' c', '\n', 'd'), { minLength: 1, maxLength: 6 });
    const orders = texts.chain((value) =>
      fc.tuple(fc.constant(value), fc.shuffledSubarray([...value.keys()], { minLength: value.length })),
    );
    await fc.assert(
      fc.asyncProperty(orders, async ([texts, arrival]) => {
        const ordered = await stream(texts, 'space');
        for (const [at, text] of ordered.entries())
          expect(ordered.at(-1)?.startsWith(text), `${at}`).toBe(true);
        expect((await stream(texts, 'space', arrival)).at(-1)).toBe(ordered.at(-1));
      }),
      { numRuns: 100 },
    );
  });
});
