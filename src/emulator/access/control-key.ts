/** The shortest key or token that counts as hard to guess. */
export const MIN_KEY_LENGTH = 16;

/** Throws when the control key is short enough to be guessed. */
export function checkControlKey(key: string | undefined): void {
  if (key !== undefined && key.length < MIN_KEY_LENGTH)
    throw new Error(`the control key has fewer than ${MIN_KEY_LENGTH} characters`);
}
