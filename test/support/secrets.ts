import { appendFileSync } from 'node:fs';

/**
 * Notes secrets that a test works with. `npm test` looks for each of them in everything that the suite has printed; a part
 * of the suite that runs alone notes nothing.
 */
export function noteSecrets(...secrets: readonly string[]): void {
  const file = process.env['FOYER_SECRETS_FILE'];
  if (file) appendFileSync(file, secrets.map((secret) => `${secret}\n`).join(''));
}
