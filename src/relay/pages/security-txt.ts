import type { Hono } from 'hono';
import type { Clock } from '../../base/clock.ts';
import { ok } from '../../base/result.ts';
import { type RelayEnv, route } from '../http/request-context.ts';

const DAY_MS = 86_400_000;
/** The operator stands by the contacts as long as the relay runs with them, so the date moves on each day. */
const VALID_DAYS = 30;

function securityTxt(contacts: readonly string[], now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
  return `${contacts.map((it) => `Contact: ${it}\n`).join('')}Expires: ${expires.replace('.000', '')}\n`;
}

/** Adds the file that says whom to tell about a weakness of this host (RFC 9116, S-114). */
export function addSecurityTxt(app: Hono<RelayEnv>, contacts: readonly string[], clock: Clock): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' };
  route(app, '/.well-known/security.txt', {
    GET: async () => ok(new Response(securityTxt(contacts, clock.now()), { headers })),
  });
}
