/** Form of generated admin keys: a prefix for secret scanners, 256 random bits in Base64url, and a checksum. */
export const ADMIN_KEY_FORM = {
  prefix: 'foyer_',
  randomBytes: 32,
  /** Number of characters from the hash of the key without its checksum. */
  checksumLength: 6,
} as const;
