import type { Page } from 'playwright';
import { typeWhileStreaming } from './keys.ts';
import { type Bench, busy, inRounds, KINDS, ROUNDS, SLOWDOWN, visit } from './page.ts';
import { inMs, line, percentile } from './print.ts';

const CHUNKS = 2_000;
const QUARTER = CHUNKS / 4;
/** Time from one chunk to the next. */
export const EVERY_MS = 4;

/** Busy time of the widget ÷ that of the reference, by history: with fading words, and still. */
const HISTORIES = [
  { messages: 0, widget: 1.5, still: 1.1 },
  { messages: 1_000, widget: 0.8, still: 0.5 },
];

/** `still`: the widget for a visitor who prefers reduced motion. */
const READERS = [...KINDS, 'still'] as const;
type Reader = (typeof READERS)[number];

/** Markdown sample of a shop's agent, sent in chunks of 20 characters. */
const SAMPLE = `Here is what I found for **your order**, with the _usual_ delivery times and a [link to the policy](https://shop.example/returns).

- Standard delivery takes **3 to 5** working days
- Express delivery arrives the *next* day when you order before \`16:00\`
- Click and collect is free in every shop

1. Open your account
2. Choose the order
3. Press \`Return\` and print the label

> Refunds are paid within five days of the parcel's arrival.

\`\`\`
order: 4471
state: packed
\`\`\`

If anything is unclear, tell me the number of the order and I will look into it at once, whatever it takes.

`;

const CHUNK_CHARACTERS = 20;

export function chunks(count: number): string[] {
  const text = SAMPLE.repeat(Math.ceil((count * CHUNK_CHARACTERS) / SAMPLE.length));
  return Array.from({ length: count }, (_, i) =>
    text.slice(i * CHUNK_CHARACTERS, (i + 1) * CHUNK_CHARACTERS),
  );
}

const lengthOfAnswer = () => {
  const root = document.querySelector('foyer-chat')?.shadowRoot ?? document;
  return [...root.querySelectorAll('[data-author="agent"], .message')].at(-1)?.textContent?.length ?? 0;
};

/** Busy time in ms, and that of the last quarter ÷ the first. */
function measure(bench: Bench, reader: Reader, messages: number) {
  const path = reader === 'reference' ? '/reference' : '/widget';
  const prepare = (page: Page) =>
    page.emulateMedia({ reducedMotion: reader === 'still' ? 'reduce' : 'no-preference' });
  return visit(bench, { path, messages, isOpen: true, prepare }, async (page, session) => {
    const marks: Promise<number>[] = [];
    await bench.server.stream(chunks(CHUNKS), EVERY_MS, (i) => {
      // The stream does not wait for it, because a measurement must not delay the chunks.
      if (i % QUARTER === 0) marks.push(busy(session));
    });
    await page.waitForTimeout(300);
    const end = await busy(session);
    const [start = Number.NaN, second = Number.NaN, , fourth = Number.NaN] = await Promise.all(marks);
    const shown = await page.evaluate(lengthOfAnswer);
    if (shown < CHUNKS * CHUNK_CHARACTERS * 0.7)
      throw new Error(`the ${reader} did not show the message: ${shown} characters`);
    return { busy: end - start, growth: (end - fourth) / (second - start) };
  });
}

/** Time of the slowest keys, while an answer streams on a slow CPU. */
const slowestKey = async (bench: Bench) => {
  const typing = { messages: 0, chunks: chunks(CHUNKS), everyMs: EVERY_MS, keys: 60 };
  return percentile(await typeWhileStreaming(bench, typing), 0.98);
};

/** Measures the main thread while one long answer streams in, compared with the reference, and how soon a key is answered. */
export async function streaming(bench: Bench): Promise<void> {
  console.log(
    `\nStreaming ${CHUNKS} Markdown chunks of ${CHUNK_CHARACTERS} characters, ${EVERY_MS} ms apart, medians of ${ROUNDS} interleaved rounds`,
  );
  for (const { messages, ...goals } of HISTORIES) {
    const of = await inRounds(async () => ({
      reference: await measure(bench, 'reference', messages),
      widget: await measure(bench, 'widget', messages),
      still: await measure(bench, 'still', messages),
    }));
    for (const reader of READERS) {
      const growth = of((round) => round[reader].growth).toFixed(2);
      const busyMs = inMs(of((round) => round[reader].busy));
      line(`${reader}, after ${messages} messages, busy`, busyMs, `last quarter ÷ first: ${growth}`);
    }
    for (const reader of ['widget', 'still'] as const) {
      const ratio = of((round) => round[reader].busy / round.reference.busy);
      line(`  ${reader} ÷ reference`, `${ratio.toFixed(2)}×`, `goal ${goals[reader]}×`);
    }
  }
  const key = (await inRounds(() => slowestKey(bench)))((it) => it);
  line(`from a key to the next frame, CPU ${SLOWDOWN} times slower, p98`, inMs(key), 'goal 100 ms');
}
