import { openRelay } from './relay.mjs';

let relay;

export default {
  fetch(request, env) {
    relay ??= openRelay(env);
    // Cloudflare overwrites this header. Without it all visitors share one limit.
    return relay.fetch(request, { address: request.headers.get('cf-connecting-ip') ?? undefined });
  },
};
