import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { isRelays, relay, serveWith } from './relay.mjs';

const app = new Hono();
app.use((c, next) =>
  isRelays(c.req.path) ? relay.fetch(c.req.raw, { address: c.env.incoming.socket.remoteAddress }) : next(),
);
app.get('/', (c) => c.text('a page of your own'));

const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
serveWith(server);
server.listen(process.env.PORT ?? 3000);
