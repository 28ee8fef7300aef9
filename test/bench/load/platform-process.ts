// The embedded platform on a port and a file that outlive it.
import { startEmulator } from '../../../src/emulator/index.ts';
import { answer } from '../answer.ts';
import { CONNECTOR_TOKEN } from '../calls.ts';

const CONTROL_KEY = 'a-control-key-of-the-benchmark';
const {
  LOAD_PORT = '0',
  LOAD_JOURNAL = ':memory:',
  LOAD_WORD_MS = '0',
  LOAD_THINKING_MS = '0',
} = process.env;
const emulator = await startEmulator({
  port: Number(LOAD_PORT),
  journal: LOAD_JOURNAL,
  connectors: [{ token: CONNECTOR_TOKEN, hosts: ['127.0.0.1'] }],
  pace: { wordMs: Number(LOAD_WORD_MS), thinkingMs: Number(LOAD_THINKING_MS) },
  controlKey: CONTROL_KEY,
});

export type Platform = typeof actions;

const actions = {
  /** Closes all sockets, as a service does that is restarted. */
  async closeAll(): Promise<void> {
    const closing = await fetch(`${emulator.messagingUrl}/control/faults`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${CONTROL_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify([{ on: 'connection', do: 'close', code: 1012 }]),
    });
    if (closing.status !== 201) throw new Error(`unable to close the sockets; ${closing.status}`);
  },
  /** By session, the visitor's texts in the journal. */
  stored: (): Record<string, readonly string[]> =>
    Object.fromEntries(
      emulator.sessions().map((id) => {
        const texts = emulator
          .journalOf(id)
          .flatMap((event) => (event.kind === 'userMessage' ? [event.text] : []));
        return [id, texts];
      }),
    ),
};

answer(actions, { url: emulator.messagingUrl });
