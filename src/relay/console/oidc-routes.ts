import type { Hono } from 'hono';
import { err, ok } from '../../base/result.ts';
import { type ConsoleSessions, sessionCookie } from '../admin/access/console-sessions.ts';
import type { Person } from '../admin/access/person.ts';
import { OIDC_PATH } from '../config/oidc-values.ts';
import { cookieValue } from '../http/cookie-value.ts';
import { type RelayEnv, type RequestContext, route } from '../http/request-context.ts';
import { consume } from '../store/limits.ts';
import type { Counters } from '../store/store.ts';
import type { Oidc } from './oidc.ts';

/** Each attempt calls the provider. */
const ATTEMPTS = { name: 'oidc', times: 20, inMs: 60_000 };
/** Lax: the browser returns from the provider's site. */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const KEPT_S = 600;
/** One cookie for each sign-in, so that two pages can both return. `state` separates them, and may contain anything. */
const cookieOf = (state: string): string => `__Host-foyer-oidc-${state.slice(0, 16).replace(/[^\w-]/g, '')}`;
const COOKIES = /(?<=^|; ?)__Host-foyer-oidc-[\w-]{16}(?==)/g;
/** Abandoned sign-ins would otherwise fill the header. */
const MAX_COOKIES = 4;
const removal = (name: string): string => `${name}=; Max-Age=0; ${ATTRIBUTES}`;
const CONSOLE = '/console';
/** S-46: only addresses within the console. */
const PAGE = /^\/console(?:\/[\w-]+)?(?:\?[\x21-\x22\x24-\x7e]*)?$/;
const MAX_PAGE = 1_000;
const pageOf = (wanted: string): string =>
  wanted.length <= MAX_PAGE && PAGE.test(wanted) ? wanted : CONSOLE;

export interface OidcRoutePorts {
  readonly oidc: Oidc;
  readonly sessions: ConsoleSessions;
  readonly store: Counters;
  /** Records a sign-in. */
  readonly record: (context: RequestContext, person: Person) => void;
}

function redirect(location: string, cookies: readonly string[]): Response {
  const response = new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store' },
  });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Adds the routes to sign in with an OpenID provider (contract §5). */
export function addOidcRoutes(app: Hono<RelayEnv>, { oidc, sessions, store, record }: OidcRoutePorts): void {
  const attempts = store.limiter(ATTEMPTS);

  route(app, `${OIDC_PATH}/start`, {
    GET: async ({ env, req }) => {
      const refused = await consume(attempts, env.client);
      if (refused) return err(refused);
      const wanted = req.query('to') ?? '';
      const left = req.raw.headers.get('cookie')?.match(COOKIES) ?? [];
      try {
        const { location, state, kept } = await oidc.begin(pageOf(wanted));
        const cookie = `${cookieOf(state)}=${sessions.seal(kept)}; Max-Age=${KEPT_S}; ${ATTRIBUTES}`;
        return ok(redirect(location, [...(left.length < MAX_COOKIES ? [] : left.map(removal)), cookie]));
      } catch {
        return ok(redirect(`${CONSOLE}?sign_in=unreachable`, []));
      }
    },
  });

  route(app, OIDC_PATH, {
    GET: async ({ env, req }) => {
      const refused = await consume(attempts, env.client);
      if (refused) return err(refused);
      const query = new URL(req.raw.url).searchParams;
      const name = cookieOf(query.get('state') ?? '');
      const kept = sessions.unseal(cookieValue(name, req.raw.headers.get('cookie')) ?? '');
      const finished = await oidc.finish(query, kept);
      if (!finished.ok) return ok(redirect(`${CONSOLE}?sign_in=${finished.error}`, [removal(name)]));
      const { person, to } = finished.value;
      env.who = person.name;
      record(env, person);
      const token = await sessions.start({ kind: 'person', person });
      return ok(redirect(pageOf(to), [removal(name), sessionCookie(token)]));
    },
  });
}
