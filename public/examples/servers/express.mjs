import { createServer } from 'node:http';
import express from 'express';
import { answer, isRelays, serveWith } from './relay.mjs';

const app = express();
// Before any parser of bodies, which would read what the relay has to read.
app.use((incoming, outgoing, next) => (isRelays(incoming.originalUrl) ? answer(incoming, outgoing) : next()));
app.get('/', (_, outgoing) => outgoing.send('a page of your own'));

const server = createServer(app);
serveWith(server);
server.listen(process.env.PORT ?? 3000);
