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

/** Whether a text has the form of the keys that are made: any other could be guessed, whatever its hash is (S-110). */
export function isAdminKey(text: string): boolean {
  const end = PREFIX.length + RANDOM_LENGTH;
  return text.length === end + CHECKSUM_LENGTH && adminKeyOf(text.slice(PREFIX.length, end)) === text;
}

/** Before this time a key that ends is warned of. */
const SOON_MS = 14 * 86_400_000;

/** `over`: the key may be used no longer; `soon`: its user needs another one. */
export function expiryOf({ expiresAt }: Pick<AdminKey, 'expiresAt'>, now: number): 'over' | 'soon' | 'later' {
  if (expiresAt === undefined || now < expiresAt - SOON_MS) return 'later';
  return now < expiresAt ? 'soon' : 'over';
}

/** Whose key it is, for what is counted and kept for its name: keys of two sites may have the same. No name has a slash. */
export const ownerOf = ({ name, site }: Pick<AdminKey, 'name' | 'site'>): string =>
  site === undefined ? name : `${site}/${name}`;
