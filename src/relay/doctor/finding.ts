/** Result of one check, as text for the operator. Contains no secret and no host name. */
export interface Finding {
  readonly about: string;
  readonly status: 'right' | 'wrong' | 'unchecked';
  readonly says: string;
}

export const right = (about: string, says: string): Finding => ({ about, status: 'right', says });
export const wrong = (about: string, says: string): Finding => ({ about, status: 'wrong', says });
export const unchecked = (about: string, says: string): Finding => ({ about, status: 'unchecked', says });

/** A check that needs an admin key was asked for without one. */
export const withoutKey = (about: string): Finding =>
  unchecked(about, 'pass the file of an admin key with the scope read: --key-file <file>');

/** The relay answered a check with this status in place of 200. */
export const refusedKey = (about: string, status: number): Finding =>
  unchecked(about, `the relay does not accept the key of --key-file (status ${status})`);
