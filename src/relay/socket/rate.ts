/** So many a second on average, and `burst` at once after a pause. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** What is left of a rate at a moment (milliseconds since the epoch). */
export interface Bucket {
  readonly left: number;
  readonly at: number;
}

export const full = ({ burst }: Rate, at: number): Bucket => ({ left: burst, at });

/** Takes one out, or says how long that has to wait. */
export function draw(
  { perSecond, burst }: Rate,
  bucket: Bucket,
  at: number,
): { readonly bucket: Bucket; readonly waitMs: number } {
  const left = Math.min(burst, bucket.left + ((at - bucket.at) * perSecond) / 1_000);
  if (left >= 1) return { bucket: { left: left - 1, at }, waitMs: 0 };
  return { bucket: { left, at }, waitMs: Math.ceil(((1 - left) * 1_000) / perSecond) };
}
