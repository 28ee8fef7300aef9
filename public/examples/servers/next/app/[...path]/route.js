import { createRelay, describeIssue, filesIn, parseConfig } from 'foyer-relay';

/** Opened by the first request, because `next build` loads this file as well. Needs FOYER_SOCKET=direct: Next passes no sockets on. */
function openRelay() {
  const config = parseConfig(process.env, filesIn(process.cwd()));
  if (!config.ok) throw new Error(config.error.map(describeIssue).join('\n'));
  return createRelay(config.value);
}

function answer(request) {
  // One for the process: `next dev` loads this file again after each change.
  globalThis.foyerRelay ??= openRelay();
  // Next does not tell the host that the browser has asked for.
  const { pathname, search } = new URL(request.url);
  const url = new URL(pathname + search, process.env.FOYER_PUBLIC_URL);
  // Next is the relay's proxy, for FOYER_TRUST_PROXY=loopback. The proxy before it has to write X-Forwarded-For, because Next
  // believes that of a stranger.
  return globalThis.foyerRelay.fetch(new Request(url, request), { address: '127.0.0.1' });
}

export const dynamic = 'force-dynamic';
export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST };
