import express from 'express';
import { relay, serveWith } from './relay.mjs';

const app = express();
// Before any parser of bodies, which would read what the relay has to read.
app.use(relay.listener);
app.get('/', (_, outgoing) => outgoing.send('a page of your own'));

const server = relay.createServer(app);
serveWith(server);
server.listen(process.env.PORT ?? 3000);
