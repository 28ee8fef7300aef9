import { createRelay, describeIssue, filesIn, parseConfig } from 'foyer-relay';

const config = parseConfig(process.env, filesIn(process.cwd()));
if (!config.ok) throw new Error(config.error.map(describeIssue).join('\n'));
/** A second argument of `{ side: 'visitors' }` keeps operators elsewhere. */
export const relay = createRelay(config.value);

/** Passes handshakes of sockets on to the relay, and ends with the process. */
export function serveWith(server) {
  server.on('upgrade', relay.upgrade);
  server.on('listening', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
  process.once('SIGTERM', async () => {
    await relay.drain();
    server.close();
    await relay.close();
    server.closeAllConnections();
  });
}
