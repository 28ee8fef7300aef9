/** On every answer. An answer that may be kept, shared or framed says so itself. */
const HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  // Always: TLS usually ends in front of the relay, which then sees plain http. Over http browsers ignore it.
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
};

/** Gives an answer what every answer has. */
export function dress(headers: Headers, requestId: string): void {
  for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value);
  headers.set('X-Request-Id', requestId);
}
