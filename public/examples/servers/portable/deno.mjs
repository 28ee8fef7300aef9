import { openRelay } from './relay.mjs';

const relay = openRelay(Deno.env.toObject());
Deno.serve({ port: Number(Deno.env.get('PORT') ?? 3000) }, (request, { remoteAddr }) =>
  relay.fetch(request, { address: remoteAddr.hostname }),
);
