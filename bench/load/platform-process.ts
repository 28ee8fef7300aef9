// Platform process: the embedded platform on a port and a file that outlive it. Reports its URL and, on request, what it stores.
import { startEmulator } from '../../src/emulator/index.ts';
import { CONNECTOR_TOKEN } from '../site.ts';
import type { PlatformReport } from './processes.ts';

const { LOAD_PORT = '0', LOAD_JOURNAL = ':memory:' } = process.env;
const emulator = await startEmulator({
  port: Number(LOAD_PORT),
  journal: LOAD_JOURNAL,
  connectors: [{ token: CONNECTOR_TOKEN, hosts: ['127.0.0.1'] }],
  pace: { wordMs: 0, thinkingMs: 0 },
});
process.send?.({ url: emulator.messagingUrl });
process.on('message', () => {
  const textsOf = (id: string) =>
    emulator.journalOf(id).flatMap((event) => (event.kind === 'userMessage' ? [event.text] : []));
  const report: PlatformReport = { stored: emulator.sessions().map((id) => [id, textsOf(id)]) };
  process.send?.(report);
});
process.on('disconnect', () => process.exit());
