import { ADMIN_KEY_FORM } from '../../base/admin-key-form.ts';
import { randomText } from '../../base/digest.ts';
import { hashOf } from '../../base/same-secret.ts';
import type { AdminKey } from './values.ts';

const { prefix: PREFIX, randomBytes, checksumLength: CHECKSUM_LENGTH } = ADMIN_KEY_FORM;
/** In Base64url. */
const RANDOM_LENGTH = 43;

const checksumOf = (text: string): string => hashOf(text).slice(0, CHECKSUM_LENGTH);

/** The key of a random text. */
export const adminKeyOf = (random: string): string => PREFIX + random + checksumOf(PREFIX + random);

export const newAdminKey = (): string => adminKeyOf(randomText(randomBytes));

/** True for a generated key. Any other text might be guessable, whatever its hash is (S-110). */
export function isAdminKey(text: string): boolean {
  const end = PREFIX.length + RANDOM_LENGTH;
  return text.length === end + CHECKSUM_LENGTH && adminKeyOf(text.slice(PREFIX.length, end)) === text;
}

/** Time to warn before a key expires. */
const SOON_MS = 14 * 86_400_000;

/** `over`: the key has expired; `soon`: its user needs a new one. */
export function expiryOf({ expiresAt }: Pick<AdminKey, 'expiresAt'>, now: number): 'over' | 'soon' | 'later' {
  if (expiresAt === undefined || now < expiresAt - SOON_MS) return 'later';
  return now < expiresAt ? 'soon' : 'over';
}

/** The key's owner, for counters and records: keys of two sites may have the same name. No name contains a slash. */
export const ownerOf = ({ name, site }: Pick<AdminKey, 'name' | 'site'>): string =>
  site === undefined ? name : `${site}/${name}`;
