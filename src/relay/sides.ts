/** Which requests a listener of the relay answers (S-106). */
export type Side = 'all' | 'public' | 'admin';

const ADMIN = /^\/(?:admin|console|metrics)(?:\/|$)/;
/** For the platform, which signs what it sends and reaches only the public listener. */
const WEBHOOK = /^\/admin\/v1\/webhooks\/[^/]+$/;
/** For load balancers and supervisors of either listener. */
const HEALTH = /^\/(?:healthz|readyz)$/;

export const isHealthCheck = (path: string): boolean => HEALTH.test(path);

/** Whether a path is for visitors and their pages. */
export const isOfVisitors = (path: string): boolean => !ADMIN.test(path) && !HEALTH.test(path);

/** Whether a path, in its plain spelling, is answered at a side. */
export function isServedAt(side: Side, path: string): boolean {
  switch (side) {
    case 'all':
      return true;
    case 'public':
      return !ADMIN.test(path) || WEBHOOK.test(path);
    case 'admin':
      return ADMIN.test(path) || HEALTH.test(path);
  }
}
