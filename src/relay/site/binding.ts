import { digest, randomText, toBase64Url } from '../../base/digest.ts';
import { hashOf, matchesHash } from '../../base/same-secret.ts';
import type { SiteConfig } from '../config/config.ts';
import { cookieValue, cookieValues } from '../http/cookie-value.ts';

export type Binding = ReturnType<typeof createBinding>;

export interface Bound {
  /** Hash of the cookie's secret, to be stored with the session. */
  readonly hash: string;
  readonly setCookie: string;
}

/** `None`, because the embedding page has another origin. `Partitioned` separates the cookies of different embedding sites. */
const ATTRIBUTES = 'Secure; HttpOnly; SameSite=None; Partitioned';
// A session cookie: it must live longer than the cached answers that set it (one minute).
const PROBE_COOKIE = 'foyer-probe';
const SECRET_BYTES = 32;

/** Binds a session to the browser that created it, by a cookie that scripts cannot read (contract §4). */
export function createBinding(mode: SiteConfig['resumeBinding'], site = '') {
  /** One cookie per session, since a browser may have several. `__Host-` prevents sibling domains from setting it and requires `Path=/`. */
  function nameOf(sessionId: string): string {
    const session = site === '' ? sessionId : `${site}:${sessionId}`;
    return `__Host-foyer-${toBase64Url(digest(session)).slice(0, 16)}`;
  }

  return {
    /**
     * A cookie to test if the browser accepts cookies, before a session is created. The value is the same for all visitors, so a
     * shared cache may store it. `required` needs no test, because it binds every session.
     */
    probeCookie: mode === 'auto' ? `${PROBE_COOKIE}=1; Path=/chat; ${ATTRIBUTES}` : undefined,
    /** Creates the cookie of a new session; undefined when the session stays unbound. */
    bind(sessionId: string, cookies: string | null, expiresInS: number): Bound | undefined {
      const isBound =
        mode === 'required' || (mode === 'auto' && cookieValues(PROBE_COOKIE, cookies).length > 0);
      if (!isBound) return undefined;
      const secret = randomText(SECRET_BYTES);
      return {
        hash: hashOf(secret),
        setCookie: `${nameOf(sessionId)}=${secret}; Path=/; Max-Age=${expiresInS}; ${ATTRIBUTES}`,
      };
    },
    /** True for a request whose cookies may use the session; `hash` comes from `bind`. */
    admits(sessionId: string, cookies: string | null, hash: string | undefined): boolean {
      if (mode === 'off') return true;
      if (hash === undefined) return mode === 'auto';
      return matchesHash(cookieValue(nameOf(sessionId), cookies) ?? '', hash);
    },
    /** The `Set-Cookie` value that removes a session's cookie. */
    release: (sessionId: string): string => `${nameOf(sessionId)}=; Path=/; Max-Age=0; ${ATTRIBUTES}`,
  };
}

/** Adds a cookie, if there is one. */
export function withCookie(response: Response, cookie: string | undefined): Response {
  if (cookie !== undefined) response.headers.append('Set-Cookie', cookie);
  return response;
}
