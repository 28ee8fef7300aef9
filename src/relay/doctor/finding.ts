/** What the doctor found out about one thing, in words for whoever configured it. It never holds a secret or a host's name. */
export interface Finding {
  readonly about: string;
  readonly is: 'right' | 'wrong' | 'unchecked';
  readonly says: string;
}

export const right = (about: string, says: string): Finding => ({ about, is: 'right', says });
export const wrong = (about: string, says: string): Finding => ({ about, is: 'wrong', says });
export const unchecked = (about: string, says: string): Finding => ({ about, is: 'unchecked', says });
