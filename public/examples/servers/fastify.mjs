import Fastify from 'fastify';
import { relay, serveWith } from './relay.mjs';

const app = Fastify({
  // Before Fastify, which would read the bodies.
  serverFactory: (handler) =>
    relay.createServer((incoming, outgoing) =>
      relay.listener(incoming, outgoing, () => handler(incoming, outgoing)),
    ),
});
app.get('/', () => 'a page of your own');

serveWith(app.server);
await app.listen({ port: Number(process.env.PORT ?? 3000) });
