// A platform in a process of its own: mints and creates after as long as a real one takes, and has many conversations.
import { createServer } from 'node:http';

/** A network within the region, and a database behind it. */
const TAKES_MS = 100;
const PAGE = 1_000;
const TURNS = 50;

const turn = (nth) => ({
  user_input: `Where is my order number ${nth}? It was to come on Tuesday.`,
  agent_response: 'It left our house yesterday, and the carrier says it comes tomorrow before noon.',
  agent_response_datetime: '2026-11-01T09:00:00Z',
  is_silence: false,
});
const conversation = JSON.stringify({
  id: 'c-00000000',
  started_at: '2026-11-01T09:00:00Z',
  channel: 'WEBCHAT',
  num_turns: TURNS,
  turns: Array.from({ length: TURNS }, (_, nth) => turn(nth)),
});

let sequence = 0;

/** One page as a platform that streams sends it: conversation by conversation, as fast as it is taken. */
async function sendPage(url, response) {
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const count = Math.min(PAGE, Number(url.searchParams.get('limit')));
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"conversations":[');
  for (let nth = 0; nth < count; nth++) {
    const part = (nth > 0 ? ',' : '') + conversation.replace('c-00000000', `c-${from + nth}`);
    if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(`],"cursor":"${from + count}"}`);
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const url = new URL(request.url, 'http://platform');
    if (url.pathname.endsWith('/conversations')) return sendPage(url, response);
    sequence += 1;
    const body = url.pathname.endsWith('/access-token')
      ? { access_token: `token-${sequence}`, expires_in: 86_400, token_type: 'Bearer' }
      : { session_id: `session-${sequence}` };
    setTimeout(
      () => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      TAKES_MS,
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send({ url: `http://127.0.0.1:${server.address().port}`, takesMs: TAKES_MS });
});
process.on('disconnect', () => process.exit());
