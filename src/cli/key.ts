import { hashOf } from '../base/same-secret.ts';
import { newAdminKey } from '../relay/config/admin-key.ts';
import type { Terminal } from './terminal.ts';

/** Prints a new admin key, its hash, and its entry for the configuration. The key is stored nowhere. */
export function printKey(
  {
    name,
    scopes,
    until,
  }: { readonly name: string; readonly scopes: string; readonly until: string | undefined },
  { print }: Terminal,
): void {
  const key = newAdminKey();
  const hash = hashOf(key);
  print(`Key    ${key}`);
  print(`Hash   ${hash}`);
  print(`Entry  FOYER_ADMIN_KEYS=${name}:${scopes}:${hash}${until === undefined ? '' : `:until=${until}`}`);
  print('');
  print('The key is shown only once: give it to its user. Only the entry belongs into the configuration.');
}
