import type { Hono } from 'hono';
import * as z from 'zod';
import { err, ok } from '../../base/result.ts';
import type { Access, Actor } from '../admin/access/access.ts';
import { type ConsoleSessions, NO_SESSION_COOKIE, sessionCookie } from '../admin/access/console-sessions.ts';
import type { Person } from '../admin/access/person.ts';
import { sitesFor } from '../admin/api/choose-site.ts';
import type { SiteWithAdmin } from '../hosting/site-with-admin.ts';
import type { ReadBody } from '../http/read-body.ts';
import { readJson } from '../http/read-json.ts';
import { type RelayEnv, type RequestContext, route } from '../http/request-context.ts';
import { withCookie } from '../site/binding.ts';
import type { Sites } from '../site/sites.ts';
import type { Counters } from '../store/store.ts';
import type { Oidc } from './oidc.ts';
import { addOidcRoutes } from './oidc-routes.ts';

/** Longer texts are no admin keys. */
const MAX_KEY = 512;
const signInBody = z.object({ key: z.string().min(1).max(MAX_KEY) });

export interface ConsoleSessionPorts {
  readonly access: Access;
  readonly sessions: ConsoleSessions;
  readonly sites: Pick<Sites<SiteWithAdmin>, 'all'>;
  readonly readBody: ReadBody;
  readonly store: Counters;
  /** True if any way to sign in is configured. */
  readonly isPossible: () => boolean;
  /** undefined: no provider is configured. */
  readonly oidc: Oidc | undefined;
}

const done = (cookie?: string): Response => withCookie(new Response(null, { status: 204 }), cookie);

/** Adds the routes to sign in to the console and to sign out (contract §5). */
export function addConsoleSessions(
  app: Hono<RelayEnv>,
  { access, sessions, sites, readBody, isPossible, oidc, store }: ConsoleSessionPorts,
): void {
  /** Records a sign-in at each site of the key. */
  function record(
    { requestId, client }: RequestContext,
    operation: string,
    { name: who, door, site: only }: Pick<Actor, 'name' | 'door' | 'site'>,
  ): void {
    for (const { site, admin } of sites.all())
      if (only === undefined || only === site.name)
        admin.audit.record({
          requestId,
          operation,
          kind: 'change',
          who,
          door,
          client,
          target: {},
          outcome: 204,
        });
  }

  if (oidc) {
    const recordPerson = (context: RequestContext, person: Person) =>
      record(context, 'signIn', { name: person.name, door: 'oidc', site: undefined });
    addOidcRoutes(app, { oidc, sessions, store, record: recordPerson });
  }

  route(app, '/console/session', {
    GET: async ({ env, req }) => {
      const credential = access.credentialOf(req.raw, env.peer);
      if (credential.kind === 'none') return err({ failed: isPossible() ? 'signed-out' : 'nobody-signs-in' });
      const identified = await access.identify(credential, env.client);
      if (!identified.ok) return identified;
      const { name, scopes, csrf } = identified.value;
      env.who = name;
      const all = sites.all();
      const names = sitesFor(identified.value, all);
      const places = all
        .filter(({ site }) => names.length === 0 || names.includes(site.name))
        .map(({ site }) => ({
          site: site.name,
          project: site.projectId ?? null,
          time_zone: site.timeZone,
          // The console is in English.
          handoff_reasons: Object.entries(site.handoffReasons).flatMap(([id, names]) => {
            const name = names['en'] ?? names[site.widget.default_locale];
            return name === undefined ? [] : { id, name };
          }),
        }));
      return ok(Response.json({ name, scopes, csrf, ...(names.length > 0 && { sites: names }), places }));
    },
    POST: async ({ env, req }) => {
      // S-116: another page must not sign a person in as somebody else.
      const site = req.raw.headers.get('sec-fetch-site');
      if (site !== null && site !== 'same-origin') return err({ failed: 'origin-not-allowed' });
      const body = await readJson(req.raw, signInBody, { isRequired: true, read: readBody });
      if (!body.ok) return body;
      const key = await access.findKey(body.value.key, env.client);
      if (!key.ok) return key.error.failed === 'unauthorized' ? err({ failed: 'key-unknown' }) : key;
      env.who = key.value.name;
      record(env, 'signIn', { ...key.value, door: 'key' });
      return ok(done(sessionCookie(await sessions.start({ kind: 'key', key: key.value }))));
    },
    DELETE: async ({ env, req }) => {
      const credential = access.credentialOf(req.raw, env.peer);
      // Only a session ends here: a proxy has its own sessions, and a key has none.
      if (credential.kind !== 'session') return ok(done());
      const session = await sessions.read(credential.token);
      if (!session) return ok(done(NO_SESSION_COOKIE));
      const identified = await access.identify(credential, env.client);
      if (!identified.ok) return identified;
      const isEverywhere = req.query('everywhere') === 'true';
      await (isEverywhere ? sessions.endAll(session) : sessions.end(session));
      env.who = identified.value.name;
      record(env, isEverywhere ? 'signOutEverywhere' : 'signOut', identified.value);
      return ok(done(NO_SESSION_COOKIE));
    },
  });
}
