/** The addresses that a page, a style sheet or a module of the example site loads by itself. */
function addressesIn(text: string, type: string): readonly string[] {
  const expressions: Readonly<Record<string, RegExp>> = {
    'text/html': /(?:<(?:script|img|iframe)\b[^>]*?\bsrc|<link\b[^>]*?\bhref)="([^"]+)"/g,
    'text/css': /url\(["']?([^"')]+)["']?\)/g,
    'text/javascript': /(?:\bfrom\s*|\bimport\s*\(?\s*)["']((?:\/|\.\/|\.\.\/)[^"']+)["']/g,
  };
  const expression = expressions[type.split(';')[0] ?? ''];
  return expression === undefined ? [] : [...text.matchAll(expression)].map(([, match = '']) => match);
}

/** Loads a page and all files that it and its files name. Returns the addresses, each with its status. */
export async function loadPage(url: string): Promise<ReadonlyMap<string, number>> {
  const statuses = new Map<string, number>();
  const left = [url];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (statuses.has(next)) continue;
    const response = await fetch(next);
    statuses.set(next, response.status);
    const addresses = addressesIn(await response.text(), response.headers.get('content-type') ?? '');
    for (const it of addresses) {
      const address = new URL(it.replaceAll('&amp;', '&'), next);
      if (address.protocol.startsWith('http')) left.push(address.href);
    }
  }
  return statuses;
}
