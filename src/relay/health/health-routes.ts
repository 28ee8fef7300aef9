import type { Hono } from 'hono';
import { err, ok } from '../../base/result.ts';
import type { Access } from '../admin/access/access.ts';
import { type RelayEnv, route } from '../http/request-context.ts';
import type { Metrics } from '../services/metrics.ts';
import type { Readiness } from './readiness.ts';

/** Adds the routes for operators: health, readiness and metrics (contract §4). */
export function addHealthRoutes(
  app: Hono<RelayEnv>,
  {
    metrics,
    access,
    readiness,
    isDraining,
    isOutdated,
  }: {
    readonly metrics: Metrics;
    readonly access: Access;
    readonly readiness: () => Promise<Readiness>;
    readonly isDraining: () => boolean;
    /** A change of the configuration was invalid. */
    readonly isOutdated: () => boolean;
  },
): void {
  route(app, '/healthz', { GET: async () => ok(Response.json({ status: 'ok' })) });

  route(app, '/readyz', {
    GET: async () => {
      const found = await readiness();
      const isWorking = found.store === 'ok' && found.upstream === 'ok';
      const status = isDraining() ? 'draining' : isWorking ? 'ok' : 'failed';
      const configuration = isOutdated() ? { configuration: 'outdated' } : {};
      return ok(
        Response.json({ status, ...found, ...configuration }, { status: status === 'ok' ? 200 : 503 }),
      );
    },
  });

  route(app, '/metrics', {
    // Metrics are not public (S-67); a scraper sends an admin key as bearer token.
    GET: async (c) => {
      const authorized = await access.authorize(
        access.credentialOf(c.req.raw, c.env.peer),
        ['read'],
        c.env.client,
      );
      if (!authorized.ok) return authorized;
      const { name, site } = authorized.value;
      c.env.who = name;
      // They cover all sites.
      if (site !== undefined)
        return err({ failed: 'outside-binding', bound: [`site ${site}`], about: 'all sites' });
      return ok(await metrics.render());
    },
  });
}
