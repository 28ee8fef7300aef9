import { imageAddress } from './addresses.ts';
import { fill } from './strings.ts';

/** What a picture needs to know of the site it is shown on. */
export interface ImagePolicy {
  /** Hosts whose pictures load by themselves (contract §9); a request elsewhere is the visitor's own decision. */
  readonly hosts: readonly string[];
  /** The name of the placeholder's button, with `{host}`. */
  readonly showLabel: string;
}

function picture(href: string, alt: string): HTMLImageElement {
  const image = document.createElement('img');
  image.alt = alt;
  image.loading = 'lazy';
  image.decoding = 'async';
  image.referrerPolicy = 'no-referrer';
  image.src = href;
  return image;
}

/** The picture at `source`, a button that loads it, or its description where it may not be loaded at all. */
export function remoteImage(source: string, alt: string, policy: ImagePolicy): Node {
  const address = imageAddress(source);
  if (!address) return document.createTextNode(alt);
  if (policy.hosts.includes(address.host)) return picture(address.href, alt);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'placeholder';
  button.textContent = fill(policy.showLabel, { host: address.host });
  if (alt) {
    const caption = document.createElement('span');
    caption.textContent = alt;
    button.prepend(caption, ' ');
  }
  button.onclick = () => button.replaceWith(picture(address.href, alt));
  return button;
}
