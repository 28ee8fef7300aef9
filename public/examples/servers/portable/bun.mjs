import { openRelay } from './relay.mjs';

const relay = openRelay(process.env);
Bun.serve({
  port: process.env.PORT ?? 3000,
  fetch: (request, server) => relay.fetch(request, { address: server.requestIP(request)?.address }),
});
