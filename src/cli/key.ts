import { hashOf } from '../base/same-secret.ts';
import { newAdminKey } from '../relay/config/admin-key.ts';
import { endOfDay } from '../relay/config/values.ts';
import type { Terminal } from './terminal.ts';

/** Prints a new admin key, its hash, and its entry for the configuration. The key is stored nowhere. Returns false for a day that is over. */
export function printKey(
  {
    name,
    scopes,
    until,
  }: { readonly name: string; readonly scopes: string; readonly until: string | undefined },
  { print, printError }: Terminal,
  now: number,
): boolean {
  if (until !== undefined && (endOfDay(until) ?? 0) <= now) {
    printError(`foyer-relay: --until expects a day that is not over, and ${until} is`);
    return false;
  }
  const key = newAdminKey();
  const hash = hashOf(key);
  print(`Key    ${key}`);
  print(`Hash   ${hash}`);
  print(`Entry  FOYER_ADMIN_KEYS=${name}:${scopes}:${hash}${until === undefined ? '' : `:until=${until}`}`);
  print('');
  print('The key is shown only once: give it to its user. Only the entry belongs into the configuration.');
  return true;
}
