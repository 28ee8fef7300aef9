import { startDemo } from '../../src/cli/demo.ts';

/** What the process tells once it is ready. */
export interface ConsoleDemo {
  readonly relayUrl: string;
  readonly adminKey: string;
}

// A demo with as many conversations of the last week as the list is measured with.

const DAY_MS = 24 * 3_600_000;

process.on('message', async ({ conversations }: { readonly conversations: number }) => {
  const { relayUrl, adminKey, emulator } = await startDemo();
  const now = Date.now();
  emulator.generate({ count: conversations, seed: 1, from: now - 7 * DAY_MS, to: now });
  process.send?.({ relayUrl, adminKey } satisfies ConsoleDemo);
});
