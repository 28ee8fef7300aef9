import { type ImagePolicy, remoteImage } from '../../text/remote-image.ts';
import type { WidgetContext } from '../context/widget-context.ts';

/** Current image policy. Reads the signals without subscribing to them. */
export const imagePolicy = ({ config, strings }: Pick<WidgetContext, 'config' | 'strings'>): ImagePolicy => ({
  hosts: config.peek()?.image_hosts ?? [],
  showLabel: strings.peek().showImage,
});

/** Image in untrusted text, by the site's current policy. */
export const allowedImage = (source: string, alt: string, context: Parameters<typeof imagePolicy>[0]): Node =>
  remoteImage(source, alt, imagePolicy(context));
