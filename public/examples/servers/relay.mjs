import { getRequestListener } from '@hono/node-server';
import { createRelay, describeIssue, filesIn, parseConfig } from 'foyer-relay';

const config = parseConfig(process.env, filesIn(process.cwd()));
if (!config.ok) throw new Error(config.error.map(describeIssue).join('\n'));
export const relay = createRelay(config.value);

/** Answers a request of Node: it converts between those of Node and of the Web. */
export const answer = getRequestListener(
  (request, { incoming }) => relay.fetch(request, { address: incoming.socket.remoteAddress }),
  { overrideGlobalObjects: false },
);

/** Whether a path belongs to the relay. Leave out the last four to keep operators elsewhere. */
export const isRelays = (path) =>
  /^\/(?:chat|assets|\d+\/assets)\/|^\/(?:widget\.js|frame(?:\.js)?|healthz|readyz)(?:\?|$)|^\/(?:admin|console|metrics)(?:[/?]|$)/.test(
    path,
  );

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
