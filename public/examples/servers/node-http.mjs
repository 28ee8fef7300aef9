import { relay, serveWith } from './relay.mjs';

const server = relay.createServer((incoming, outgoing) =>
  relay.listener(incoming, outgoing, () => outgoing.end('a page of your own')),
);
serveWith(server);
server.listen(process.env.PORT ?? 3000);
