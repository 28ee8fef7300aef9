import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { relay, serveWith } from './relay.mjs';

const app = new Hono();
app.get('/', (c) => c.text('a page of your own'));

const own = getRequestListener(app.fetch, { overrideGlobalObjects: false });
const server = relay.createServer((incoming, outgoing) =>
  relay.listener(incoming, outgoing, () => own(incoming, outgoing)),
);
serveWith(server);
server.listen(process.env.PORT ?? 3000);
