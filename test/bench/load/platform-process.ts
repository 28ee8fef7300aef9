// Platform process: the embedded platform on a port and a file that outlive it. Reports its URL and, on request, what it stores.
import { startEmulator } from '../../../src/emulator/index.ts';
import { CONNECTOR_TOKEN } from '../site.ts';
import type { PlatformQuestion, PlatformReport } from './processes.ts';

const CONTROL_KEY = 'a-control-key-of-the-benchmark';
const { LOAD_PORT = '0', LOAD_JOURNAL = ':memory:' } = process.env;
const emulator = await startEmulator({
  port: Number(LOAD_PORT),
  journal: LOAD_JOURNAL,
  connectors: [{ token: CONNECTOR_TOKEN, hosts: ['127.0.0.1'] }],
  pace: { wordMs: 0, thinkingMs: 0 },
  controlKey: CONTROL_KEY,
});

/** Closes all sockets, as a service does that is restarted. */
async function closeAll(): Promise<void> {
  const answer = await fetch(`${emulator.messagingUrl}/control/faults`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${CONTROL_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([{ on: 'connection', do: 'close', code: 1012 }]),
  });
  if (answer.status !== 201) throw new Error(`unable to close the sockets; ${answer.status}`);
}

function report(): PlatformReport {
  const textsOf = (id: string) =>
    emulator.journalOf(id).flatMap((event) => (event.kind === 'userMessage' ? [event.text] : []));
  return { stored: emulator.sessions().map((id) => [id, textsOf(id)]) };
}

process.send?.({ url: emulator.messagingUrl });
process.on('message', async (question: PlatformQuestion) => {
  if (question === 'close-all') await closeAll();
  process.send?.(question === 'stored' ? report() : {});
});
process.on('disconnect', () => process.exit());
