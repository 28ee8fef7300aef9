import { parseUrl } from '../base/url.ts';

/** True for the hosts of a developer's machine, for which plain http is accepted (contract §9). */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

/** True for https, and for plain http on the developer's own machine (contract §9). */
export const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

/** True for the text of a URL that is secure. */
export function isSecureUrl(text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && isSecure(url);
}
