import { isSecure } from '../protocol/secure-url.ts';

/** Parses a URL from the platform. Returns undefined for invalid text. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text.trim());
  } catch {
    return undefined;
  }
}

/** URL of an image, if it is https, or http on loopback, and has no credentials. */
export function imageUrl(text: string): { readonly href: string; readonly host: string } | undefined {
  const url = parseUrl(text);
  return url && !url.username && !url.password && isSecure(url) ? url : undefined;
}
