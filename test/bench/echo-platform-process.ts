// Platform process: answers calls after CALL_DELAY_MS, echoes the frames of sockets after the delay of a network, and answers each
// with so many CHUNKS.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Delay of a platform in the same region. */
const NETWORK_DELAY_MS = 10;
const CALL_DELAY_MS = Number(process.env.CALL_DELAY_MS ?? 0);
const CHUNKS = Number(process.env.CHUNKS ?? 0);
const CHUNK_MS = 50;

let sequence = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const isToken = request.url?.endsWith('/access-token');
    sequence += 1;
    const body = isToken
      ? { access_token: `token-${sequence}`, expires_in: 86_400, token_type: 'Bearer' }
      : { session_id: `session-${sequence}` };
    setTimeout(
      () => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      CALL_DELAY_MS,
    );
  });
});

function sendChunk(socket: WebSocket, messageId: string, index: number): void {
  sequence += 1;
  const payload = {
    message_id: messageId,
    chunk_index: index,
    text: 'some words of it ',
    is_complete: index === CHUNKS,
  };
  const stamp = { id: String(sequence), sequence, timestamp: new Date().toISOString() };
  socket.send(JSON.stringify({ ...stamp, type: 'EVENT_TYPE_AGENT_MESSAGE_CHUNK', payload }));
  if (index < CHUNKS) setTimeout(() => sendChunk(socket, messageId, index + 1), CHUNK_MS);
}

const sockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.send('{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[]}}');
  socket.on('message', (frame) => {
    sequence += 1;
    const stamp = { id: String(sequence), sequence, timestamp: new Date().toISOString() };
    const echo = JSON.stringify({ ...stamp, ...JSON.parse(String(frame)) });
    setTimeout(() => {
      socket.send(echo);
      if (CHUNKS > 0) sendChunk(socket, crypto.randomUUID(), 1);
    }, NETWORK_DELAY_MS);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit());
