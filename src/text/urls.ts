import { parseUrl } from '../base/url.ts';
import { isSecure } from '../protocol/secure-url.ts';

/** URL of an image, if it is https, or http on loopback, and has no credentials. */
export function imageUrl(text: string): { readonly href: string; readonly host: string } | undefined {
  const url = parseUrl(text.trim());
  return url && !url.username && !url.password && isSecure(url) ? url : undefined;
}
