import type { FoyerApi } from './api.ts';
import { warn } from './warn.ts';

/**
 * True in supported browsers: Chrome and Edge 109, Firefox 115, Safari 16.4, or later (contract). Chrome 108
 * and Firefox 101 know the unit; Firefox 113 and Safari 16.4 the stream. jsdom has no `CSS`.
 */
export const isSupported = (): boolean => globalThis.CSS?.supports('top:1dvh') && !!window.CompressionStream;

/** An API that accepts every call and does nothing, for unsupported browsers. Warns once on the console. */
export function createInertApi<Api extends FoyerApi>(): Api {
  warn('browser too old');
  const promises: Pick<FoyerApi, 'open' | 'send'> = {
    open: async () => false,
    send: async () => 'cancelled',
  };
  // Every other method returns a function, as `on` does.
  return new Proxy(promises as Api, {
    get: (target, name) => target[name as keyof Api] ?? (() => () => {}),
  });
}
