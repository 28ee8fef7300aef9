/** Requests that a relay answers: those of visitors with signed webhooks, those of operators, or both (S-106). */
export type Side = 'all' | 'visitors' | 'operators';

/** The side of a relay without a listener for operators, or of its other listener. */
export const sideOf = ({ adminListen }: { readonly adminListen?: unknown }): Side =>
  adminListen ? 'visitors' : 'all';

const CHAT = /^\/(?:(?:chat|assets|\d+\/assets)\/|(?:widget\.js|frame(?:\.js)?)$)/;

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
    case 'visitors':
      return !ADMIN.test(path) || WEBHOOK.test(path);
    case 'operators':
      return ADMIN.test(path) || HEALTH.test(path);
  }
}

/** Whether a path, as it was sent, is answered at a side of a relay that shares its server with other pages. */
export const isOfRelay = (side: Side, path: string): boolean =>
  isServedAt(side, path) && (CHAT.test(path) || ADMIN.test(path) || HEALTH.test(path));
