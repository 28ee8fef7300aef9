/** Result of one check, as text for the operator. Contains no secret and no host name. */
export interface Finding {
  readonly about: string;
  readonly status: 'right' | 'wrong' | 'unchecked';
  readonly says: string;
}

export const right = (about: string, says: string): Finding => ({ about, status: 'right', says });
export const wrong = (about: string, says: string): Finding => ({ about, status: 'wrong', says });
export const unchecked = (about: string, says: string): Finding => ({ about, status: 'unchecked', says });
