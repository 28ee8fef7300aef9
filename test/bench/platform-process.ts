// Platform process: answers token and session calls with the delay of a real platform, and has many conversations.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Delay of a network within the region and of a database. */
const DELAY_MS = 100;
const PAGE = 1_000;
const TURNS = 50;

const turn = (index: number) => ({
  user_input: `Where is my order number ${index}? It was to come on Tuesday.`,
  agent_response: 'It left our house yesterday, and the carrier says it comes tomorrow before noon.',
  agent_response_datetime: '2026-11-01T09:00:00Z',
  is_silence: false,
});
const conversation = JSON.stringify({
  id: 'c-00000000',
  started_at: '2026-11-01T09:00:00Z',
  channel: 'WEBCHAT',
  num_turns: TURNS,
  turns: Array.from({ length: TURNS }, (_, index) => turn(index)),
});

let sequence = 0;

/** Streams one page, conversation by conversation, as fast as the relay reads it. */
async function sendPage(url: URL, response: ServerResponse): Promise<void> {
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const count = Math.min(PAGE, Number(url.searchParams.get('limit')));
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"conversations":[');
  for (let index = 0; index < count; index++) {
    const part = (index > 0 ? ',' : '') + conversation.replace('c-00000000', `c-${from + index}`);
    if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(`],"cursor":"${from + count}"}`);
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const url = new URL(request.url ?? '/', 'http://platform');
    if (url.pathname.endsWith('/conversations')) return void sendPage(url, response);
    sequence += 1;
    const body = url.pathname.endsWith('/access-token')
      ? { access_token: `token-${sequence}`, expires_in: 86_400, token_type: 'Bearer' }
      : { session_id: `session-${sequence}` };
    setTimeout(
      () => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      DELAY_MS,
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit());
