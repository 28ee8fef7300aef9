import type { Hono } from 'hono';
import { ok } from '../../base/result.ts';
import type { Access } from '../admin/access.ts';
import { type RelayEnv, route } from '../routing.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

/** Routes for those who keep the relay running (contract §4). */
export function addOperational(
  app: Hono<RelayEnv>,
  {
    metrics,
    access,
    readiness,
  }: { readonly metrics: Metrics; readonly access: Access; readonly readiness: () => Promise<Readiness> },
): void {
  route(app, '/healthz', { GET: async () => ok(Response.json({ status: 'ok' })) });

  route(app, '/readyz', {
    GET: async () => {
      const found = await readiness();
      const isReady = found.store === 'ok' && found.upstream === 'ok';
      return ok(
        Response.json({ status: isReady ? 'ok' : 'failed', ...found }, { status: isReady ? 200 : 503 }),
      );
    },
  });

  route(app, '/metrics', {
    // How much is going on is nobody's business (S-67); a scraper sends the key as its bearer token.
    GET: async (c) => {
      const admitted = await access.admit(c.req.raw, ['read'], c.env.client);
      if (!admitted.ok) return admitted;
      c.env.who = admitted.value.name;
      return ok(await metrics.render());
    },
  });
}
