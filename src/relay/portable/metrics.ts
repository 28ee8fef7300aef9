import type { Metrics, SiteMetrics } from '../services/metrics.ts';

const nothing = () => {};

const SITE: SiteMetrics = {
  refused: nothing,
  failed: nothing,
  answered: nothing,
  session: nothing,
  socketOpened: nothing,
  socketClosed: nothing,
  socketRefused: nothing,
  visitorReported: nothing,
  masked: nothing,
  messageLeft: nothing,
  called: nothing,
  totals: async () => ({ sessions: 0, refusals: 0, upstreamErrors: 0, webhooks: 0, sockets: 0 }),
};

/** No metrics: instances at the edge are short-lived and cannot all be scraped. Their log has the events. */
export const NO_METRICS: Metrics = {
  ...SITE,
  ofSite: () => SITE,
  storeFailed: nothing,
  configurationOutdated: nothing,
  clientHidden: nothing,
  render: async () =>
    new Response('# no metrics in this runtime; the log has every request\n', {
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
    }),
};
