import { createServer } from 'node:http';
import Fastify from 'fastify';
import { answer, isRelays, serveWith } from './relay.mjs';

const app = Fastify({
  // Before Fastify, which would read the bodies.
  serverFactory: (handler) =>
    createServer((incoming, outgoing) => (isRelays(incoming.url) ? answer : handler)(incoming, outgoing)),
});
app.get('/', () => 'a page of your own');

serveWith(app.server);
await app.listen({ port: Number(process.env.PORT ?? 3000) });
