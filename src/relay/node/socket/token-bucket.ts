/** A rate limit: `perSecond` on average, and up to `burst` at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The state of a token bucket at a time (milliseconds since the epoch). */
export interface TokenBucket {
  readonly tokens: number;
  readonly at: number;
}

export const fullBucket = ({ burst }: Rate, at: number): TokenBucket => ({ tokens: burst, at });

/** Takes one token. If there is none, `waitMs` is the time until the next one. */
export function takeToken(
  { perSecond, burst }: Rate,
  bucket: TokenBucket,
  at: number,
): { readonly bucket: TokenBucket; readonly waitMs: number } {
  const tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) * perSecond) / 1_000);
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at }, waitMs: 0 };
  return { bucket: { tokens, at }, waitMs: Math.ceil(((1 - tokens) * 1_000) / perSecond) };
}
