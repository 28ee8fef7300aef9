import { isSecure } from '../protocol/widget-config.ts';

/** An address as the platform wrote it; undefined for what is none. */
export function parsed(text: string): URL | undefined {
  try {
    return new URL(text.trim());
  } catch {
    return undefined;
  }
}

/** A picture's address: https, or plain http on the developer's own machine. */
export function imageAddress(text: string): { readonly href: string; readonly host: string } | undefined {
  const url = parsed(text);
  return url && !url.username && !url.password && isSecure(url) ? url : undefined;
}
