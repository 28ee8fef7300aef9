import type { Hono } from 'hono';
import { ok } from '../../base/result.ts';
import { type RelayEnv, route } from '../http/request-context.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Foyer relay</title></head>
<body>
<h1>Foyer relay</h1>
<p>This is the server behind a chat widget. It is running. It has no page of its own.</p>
<p>Its documentation is in the package foyer-relay: README.md and docs/. A site includes /widget.js, operators open /console.</p>
</body>
</html>
`;

/** A page for people who open the address of the relay. */
export function addFrontPage(app: Hono<RelayEnv>): void {
  route(app, '/', {
    GET: async () => ok(new Response(PAGE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })),
  });
}
