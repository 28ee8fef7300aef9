import type { Hono } from 'hono';
import { err, ok } from '../../base/result.ts';
import type { CarriedReport } from '../../protocol/visitor-health.ts';
import type { ReadBody } from '../http/read-body.ts';
import { type RelayEnv, route } from '../http/request-context.ts';
import type { Cors } from './cors.ts';
import type { Site } from './site.ts';
import type { Sites } from './sites.ts';
import { readVisitorReport } from './visitor-report.ts';

interface VisitorHealthPorts<S extends Site> {
  readonly cors: Pick<Cors, 'isAllowed'>;
  readonly sites: Pick<Sites<S>, 'of'>;
  readonly readBody: ReadBody;
  onReport(site: S, report: CarriedReport): void;
}

/** Adds the route for the counts of pages (M-14.18, S-144). It sets no cookie and needs no session. */
export function addVisitorHealth<S extends Site>(
  app: Hono<RelayEnv>,
  { cors, sites, readBody, onReport }: VisitorHealthPorts<S>,
): void {
  route(app, '/chat/health', {
    POST: async (c) => {
      const site = sites.of(c.req.raw);
      if (!site || !cors.isAllowed(c.req.raw)) return err({ failed: 'origin-not-allowed' });
      const refused = await site.limits.consume('healthByAddress', c.env.client);
      if (refused) return err(refused);
      const report = await readVisitorReport(c.req.raw, readBody);
      if (!report.ok) return report;
      const carrier = report.value.carrier ?? (site.config.socket === 'proxy' ? 'relay' : 'direct');
      if (site.site.visitorHealth > 0) {
        const carried = { ...report.value, carrier };
        site.metrics.visitorReported(carried);
        onReport(site, carried);
      }
      return ok(new Response(null, { status: 204 }));
    },
  });
}
