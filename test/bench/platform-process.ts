// A platform that answers calls with the delay of one in the same region, echoes the frames of sockets, and answers each with CHUNKS.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { answer } from './answer.ts';
import { CHUNKS } from './calls.ts';

const CALL_DELAY_MS = 100;
const ECHO_DELAY_MS = 10;
const CHUNK_MS = 50;

let sequence = 0;
const stamp = () => {
  sequence += 1;
  return { id: String(sequence), sequence, timestamp: new Date().toISOString() };
};

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const { id } = stamp();
    const body = request.url?.endsWith('/access-token')
      ? { access_token: `token-${id}`, expires_in: 86_400, token_type: 'Bearer' }
      : { session_id: `session-${id}` };
    setTimeout(
      () => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      CALL_DELAY_MS,
    );
  });
});

function sendChunk(socket: WebSocket, message_id: string, chunk_index: number): void {
  const is_complete = chunk_index === CHUNKS;
  const payload = { message_id, chunk_index, text: 'some words of it ', is_complete };
  socket.send(JSON.stringify({ ...stamp(), type: 'EVENT_TYPE_AGENT_MESSAGE_CHUNK', payload }));
  if (!is_complete) setTimeout(() => sendChunk(socket, message_id, chunk_index + 1), CHUNK_MS);
}

const sockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.send('{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[]}}');
  socket.on('message', (frame) => {
    const echo = JSON.stringify({ ...stamp(), ...JSON.parse(String(frame)) });
    setTimeout(() => {
      socket.send(echo);
      sendChunk(socket, crypto.randomUUID(), 1);
    }, ECHO_DELAY_MS);
  });
});
server.listen(0, '127.0.0.1', () => {
  answer({}, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
