/** Form of the admin keys that are made: a prefix that finds leaked ones, 256 random bits in Base64url, and a checksum. */
export const ADMIN_KEY_FORM = {
  prefix: 'foyer_',
  randomBytes: 32,
  /** First digits of the hash of what stands before. */
  checksumLength: 6,
} as const;
