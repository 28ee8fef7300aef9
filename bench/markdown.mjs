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

export function chunks(count) {
  const text = SAMPLE.repeat(Math.ceil((count * CHUNK_CHARACTERS) / SAMPLE.length));
  return Array.from({ length: count }, (_, i) =>
    text.slice(i * CHUNK_CHARACTERS, (i + 1) * CHUNK_CHARACTERS),
  );
}

export const SHORT =
  'A short answer with **bold** words, a [link](https://shop.example/help) and `code`.\n\n- one\n- two';
