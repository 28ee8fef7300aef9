/**
 * Reads an absolute URL. undefined for any other text. Not by `URL.canParse`: in Node 20 and 22 that refuses every URL with a
 * letter such as ü once it has been called a few thousand times.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
