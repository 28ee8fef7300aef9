import type { Store } from './store.ts';

/** The part of a store that belongs to one site. A site cannot read the data of another. */
export function storeOfSite(store: Store, site: string): Store {
  if (site === '') return store;
  // The kind of a key stays in front: stores limit each kind on its own.
  const own = (name: string) => name.replace(/^[^:]*/, (kind) => `${kind}@${site}`);
  return {
    put: (key, value, keepUntil) => store.put(own(key), value, keepUntil),
    claim: (key, value, keepUntil) => store.claim(own(key), value, keepUntil),
    get: (key) => store.get(own(key)),
    take: (key) => store.take(own(key)),
    delete: (key) => store.delete(own(key)),
    limiter: (limit) => store.limiter({ ...limit, name: own(limit.name) }),
    publish: (topic, message) => store.publish(own(topic), message),
    subscribe: (topic, listener) => store.subscribe(own(topic), listener),
    list: (bounds) => store.list({ ...bounds, name: own(bounds.name) }),
    check: store.check,
    close: async () => {},
  };
}
