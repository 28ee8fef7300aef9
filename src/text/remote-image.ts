import { interpolate } from './interpolate.ts';
import { imageUrl } from './urls.ts';

/** Rules for images in untrusted text. */
export interface ImagePolicy {
  /** Hosts whose images load automatically (contract §9). Others load after the visitor's click. */
  readonly hosts: { includes(host: string): boolean };
  /** Label of the button that loads an image, with the placeholder `{host}`. */
  readonly showLabel: string;
}

function createImage(href: string, alt: string): HTMLImageElement {
  const image = document.createElement('img');
  image.alt = alt;
  image.loading = 'lazy';
  image.decoding = 'async';
  image.referrerPolicy = 'no-referrer';
  image.src = href;
  return image;
}

/**
 * Image at `source`, or a button that loads it, or its description if its URL is not allowed (S-28). Calls `onShown` with
 * the image.
 */
export function remoteImage(source: string, alt: string, policy: ImagePolicy, onShown?: () => void): Node {
  const url = imageUrl(source);
  if (!url) return document.createTextNode(alt);
  const show = () => {
    onShown?.();
    return createImage(url.href, alt);
  };
  if (policy.hosts.includes(url.host)) return show();
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'image-placeholder';
  button.textContent = interpolate(policy.showLabel, { host: url.host });
  if (alt) {
    const caption = document.createElement('span');
    caption.textContent = alt;
    button.prepend(caption, ' ');
  }
  button.onclick = () => button.replaceWith(show());
  return button;
}
