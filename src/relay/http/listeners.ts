/** Requests that a relay answers: those from visitors and signed webhooks, those from operators, or all (S-106). */
export type Side = 'all' | 'visitors' | 'operators';

/** The requests that the first listener answers: all, unless operators have a listener of their own. */
export const sideOf = ({ adminListen }: { readonly adminListen?: unknown }): Side =>
  adminListen ? 'visitors' : 'all';

const CHAT = /^\/(?:(?:chat|assets|\d+\/assets)\/|(?:widget\.js|frame(?:\.js)?)$)/;

const ADMIN = /^\/(?:admin|console|metrics)(?:\/|$)/;
/** The platform signs webhooks and reaches only the public listener. */
const WEBHOOK = /^\/admin\/v1\/webhooks\/[^/]+$/;
/** Load balancers and supervisors use either listener. */
const HEALTH = /^\/(?:healthz|readyz)$/;

export const isHealthCheck = (path: string): boolean => HEALTH.test(path);

/** True for a path of visitors and their pages. */
export const isVisitorPath = (path: string): boolean => !ADMIN.test(path) && !HEALTH.test(path);

/** True for a path, in its plain spelling, that this side answers. */
export function isServedAt(side: Side, path: string): boolean {
  switch (side) {
    case 'all':
      return true;
    case 'visitors':
      return !ADMIN.test(path) || WEBHOOK.test(path);
    case 'operators':
      return ADMIN.test(path) || HEALTH.test(path);
  }
}

/** The same for an unchanged path, at a relay that shares its server with other pages. */
export const isRelayPath = (side: Side, path: string): boolean =>
  isServedAt(side, path) && (CHAT.test(path) || ADMIN.test(path) || HEALTH.test(path));
