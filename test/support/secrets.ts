import { appendFileSync } from 'node:fs';

/**
 * Records secrets that a test uses. `npm test` searches the whole output of the suite for them. Without `npm test` nothing is
 * recorded.
 */
export function noteSecrets(...secrets: readonly string[]): void {
  const file = process.env['FOYER_SECRETS_FILE'];
  if (file) appendFileSync(file, secrets.map((secret) => `${secret}\n`).join(''));
}
