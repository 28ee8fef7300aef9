import { createHash, randomBytes } from 'node:crypto';
import type { RelayConfig } from './config/config.ts';
import { hasHash, hashOf } from './same-secret.ts';

/** Ties a session to the browser that began it, by a cookie that no script can read (contract §4). */
export interface Binding {
  /**
   * What to set before a session is created, so that its creation shows whether this browser keeps cookies. The same for
   * everybody: a shared cache may hand it on.
   */
  readonly probe: string | undefined;
  /** Makes the cookie of a new session; undefined where the session is to be left unbound. */
  bind(sessionId: string, cookies: string | null, expiresInS: number): Bound | undefined;
  /** Whether a request with these cookies may use the session; `hash` is what was kept when it was bound. */
  admits(sessionId: string, cookies: string | null, hash: string | undefined): boolean;
  /** The cookie that takes a session's own away. */
  release(sessionId: string): string;
}

export interface Bound {
  /** To be kept with the session; of no use to whoever reads it there. */
  readonly hash: string;
  readonly setCookie: string;
}

/** Set by another origin's page, so `None`; kept apart for each site that embeds the chat, where the browser can. */
const ATTRIBUTES = 'Secure; HttpOnly; SameSite=None; Partitioned';
// Without an end: it outlives the minute for which the answers that set it are cached, and not the browser.
const PROBE = 'foyer-probe';
const SECRET_BYTES = 32;

/** One for each session, since a browser may have several; the prefix keeps sister domains from planting it. It demands `Path=/`. */
const nameOf = (sessionId: string) =>
  `__Host-foyer-${createHash('sha256').update(sessionId).digest('base64url').slice(0, 16)}`;

function cookieValue(name: string, cookies: string | null): string | undefined {
  const start = `${name}=`;
  const found = cookies?.split(';').find((it) => it.trim().startsWith(start));
  return found?.trim().slice(start.length);
}

export function createBinding(mode: RelayConfig['resumeBinding']): Binding {
  return {
    // `required` binds every session, whether the browser keeps the cookie or not: there is nothing to find out.
    probe: mode === 'auto' ? `${PROBE}=1; Path=/chat; ${ATTRIBUTES}` : undefined,
    bind(sessionId, cookies, expiresInS) {
      const isBound = mode === 'required' || (mode === 'auto' && cookieValue(PROBE, cookies) !== undefined);
      if (!isBound) return undefined;
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      return {
        hash: hashOf(secret),
        setCookie: `${nameOf(sessionId)}=${secret}; Path=/; Max-Age=${expiresInS}; ${ATTRIBUTES}`,
      };
    },
    admits(sessionId, cookies, hash) {
      if (mode === 'off') return true;
      if (hash === undefined) return mode === 'auto';
      return hasHash(cookieValue(nameOf(sessionId), cookies) ?? '', hash);
    },
    release: (sessionId) => `${nameOf(sessionId)}=; Path=/; Max-Age=0; ${ATTRIBUTES}`,
  };
}
