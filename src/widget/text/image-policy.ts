import { withDeferredStrings } from '../locales/deferred-strings.ts';
import type { Scope } from '../scope.ts';
import type { ImagePolicy } from './remote-image.ts';

/** Current image policy. Reads the signals without subscribing to them. */
export const imagePolicy = ({ config, strings }: Pick<Scope, 'config' | 'strings'>): ImagePolicy => ({
  hosts: config.peek()?.image_hosts ?? [],
  showLabel: withDeferredStrings(strings.peek()).showImage,
});
