import { withExtras } from './extra-strings.ts';
import type { ImagePolicy } from './remote-image.ts';
import type { Scope } from './scope.ts';

/** Which pictures load by themselves just now; read without following changes. */
export const imagePolicy = ({ config, strings }: Pick<Scope, 'config' | 'strings'>): ImagePolicy => ({
  hosts: config.peek()?.image_hosts ?? [],
  showLabel: withExtras(strings.peek()).showImage,
});
