import { ADMIN_KEY_FORM } from '../../base/admin-key-form.ts';
import { randomText } from '../../base/digest.ts';
import { hashOf } from '../../base/same-secret.ts';
import type { AdminKey } from './values.ts';

const { prefix: PREFIX, randomBytes, checksumLength: CHECKSUM_LENGTH } = ADMIN_KEY_FORM;
/** In Base64url. */
const RANDOM_LENGTH = 43;
/** Shorter keys could be guessed, whatever their hash is. */
const MIN_LENGTH = 32;

const checksumOf = (text: string): string => hashOf(text).slice(0, CHECKSUM_LENGTH);

export function newAdminKey(): string {
  const text = PREFIX + randomText(randomBytes);
  return text + checksumOf(text);
}

/** False for a text that no admin key can be: too short, or one of ours with a typing error (S-110). */
export function mayBeAdminKey(text: string): boolean {
  if (text.length < MIN_LENGTH) return false;
  if (!text.startsWith(PREFIX) || text.length !== PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH)
    return true;
  const end = -CHECKSUM_LENGTH;
  return text.slice(end) === checksumOf(text.slice(0, end));
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
