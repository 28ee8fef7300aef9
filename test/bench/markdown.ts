import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import type { createMarkdown } from '../../src/text/markdown.ts';
import { inNewPage, median, ROUNDS, scriptOf } from './page.ts';

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

export const CHUNK_CHARACTERS = 20;

export function chunks(count: number): string[] {
  const text = SAMPLE.repeat(Math.ceil((count * CHUNK_CHARACTERS) / SAMPLE.length));
  return Array.from({ length: count }, (_, i) =>
    text.slice(i * CHUNK_CHARACTERS, (i + 1) * CHUNK_CHARACTERS),
  );
}

export const SHORT =
  'A short answer with **bold** words, a [link](https://shop.example/help) and `code`.\n\n- one\n- two';

/** Texts that have been slow in Markdown renderers, each of 99,000 characters, and the time that one may take. */
const HOSTILE = { '[a]': 33_000, '[': 99_000, '[a](': 24_750 };
const LIMIT_MS = 100;

declare global {
  interface Window {
    renderer: { readonly createMarkdown: typeof createMarkdown };
  }
}

/** Prints how long the widget's renderer takes for each hostile text in an empty page. */
export async function hostileMarkdown(browser: Browser): Promise<void> {
  const entry = fileURLToPath(new URL('../../src/text/markdown.ts', import.meta.url));
  const content = await scriptOf(entry, 'renderer');
  await inNewPage(browser, async (page) => {
    await page.addScriptTag({ content });
    for (const [piece, times] of Object.entries(HOSTILE)) {
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const ms = await page.evaluate((text) => {
          const root = document.createElement('div');
          const start = performance.now();
          const markdown = window.renderer.createMarkdown(root, (_, alt) => new Text(alt));
          markdown.write(text);
          markdown.end();
          return performance.now() - start;
        }, piece.repeat(times));
        rounds.push(ms);
      }
      console.log(
        `Markdown of ${times.toLocaleString('en')} × ${piece}: ${median(rounds).toFixed(0)} ms (limit ${LIMIT_MS} ms)`,
      );
    }
  });
}
