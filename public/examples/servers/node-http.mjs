import { createServer } from 'node:http';
import { answer, isRelays, serveWith } from './relay.mjs';

const server = createServer((incoming, outgoing) => {
  if (isRelays(incoming.url)) answer(incoming, outgoing);
  else outgoing.end('a page of your own');
});
serveWith(server);
server.listen(process.env.PORT ?? 3000);
