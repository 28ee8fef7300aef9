import type { Reply } from './route.ts';

/** Approximate length of one chunk. */
const CHUNK_LENGTH = 32_768;

/** A chunked JSON reply with a list as its first field. Each item is generated when it is sent. */
export function jsonStreamReply(name: string, items: readonly (() => object)[], rest: object): Reply {
  const encoder = new TextEncoder();
  const fields = Object.entries(rest);
  let index = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      let text = index === 0 ? `{${JSON.stringify(name)}:[` : '';
      for (let item = items[index]; item && text.length < CHUNK_LENGTH; item = items[index]) {
        text += `${index === 0 ? '' : ','}${JSON.stringify(item())}`;
        index += 1;
      }
      const isDone = index === items.length;
      if (isDone)
        text += `]${fields.map(([field, value]) => `,${JSON.stringify(field)}:${JSON.stringify(value)}`).join('')}}`;
      controller.enqueue(encoder.encode(text));
      if (isDone) controller.close();
    },
  });
  return {
    kind: 'stream',
    status: 200,
    stream,
    headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
  };
}
