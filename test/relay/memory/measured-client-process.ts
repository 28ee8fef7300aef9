import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { createChat } from '../../../src/chat/index.ts';
import { countStrings, heapInUse } from './heap.ts';

// The process of `heap-after-end.long.test.ts`: has one conversation, and tells what is left of it at each stage.
const [relay = '', origin = ''] = process.argv.slice(2);
const MESSAGES = 300;
/** No text is a part of this program. */
const textOf = (nth: number) => `said-${createHash('sha256').update(String(nth)).digest('hex').slice(0, 12)}`;
const count = () => countStrings(/said-[\da-f]{12}/g);

function open() {
  return createChat({
    relay,
    WebSocket: class extends WebSocket {
      constructor(url: string | URL) {
        super(url, { origin });
      }
    },
    ports: { fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, Origin: origin } }) },
  });
}

async function talk(messages: number): Promise<number> {
  const chat = open();
  const isSent = () =>
    chat.transcript
      .peek()
      .filter((entry) => entry.kind === 'message' && entry.author === 'user' && entry.delivery === 'sent')
      .length;
  for (let nth = 0; nth < messages; nth += 1) {
    chat.send(textOf(nth));
    while (isSent() <= nth) await setTimeout(5);
  }
  const during = messages > 10 ? await count() : 0;
  chat.end();
  while (chat.connection.peek() !== 'ended') await setTimeout(5);
  chat.dispose();
  return during;
}

// The engine compiles and caches.
await talk(5);
const before = await heapInUse();
const during = await talk(MESSAGES);
const after = await heapInUse();
process.send?.({ during, strings: await count(), grown: after / before });
