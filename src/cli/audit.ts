import { verifyTrail } from '../relay/services/audit-trail.ts';
import type { Terminal } from './terminal.ts';

/**
 * Checks the hashes of audit files, the oldest first. Prints one line for each fault with its place; false if there is one.
 * @param trail `trail` of the last audit record in the log of the relay: shows that no record is missing at the end
 */
export function verifyAudit(
  { files: names, trail }: { readonly files: readonly string[]; readonly trail: string | undefined },
  { files, print, printError }: Terminal,
): boolean {
  const texts: { name: string; text: string }[] = [];
  for (const name of names) {
    const text = files.read(name);
    if (text === undefined) {
      printError(`unable to read ${name}`);
      return false;
    }
    texts.push({ name, text });
  }
  const verified = verifyTrail(texts);
  if (!verified.ok) {
    for (const { file, line, message } of verified.error) printError(`${file}:${line}: ${message}`);
    return false;
  }
  const { records, isContinued, hash } = verified.value;
  if (trail !== undefined && trail.toLowerCase() !== hash) {
    printError(
      `the last record is not the one with the trail ${trail}: records at the end were removed or added`,
    );
    return false;
  }
  print(`${records} records, none changed or removed${isContinued ? ' since the first of them' : ''}`);
  if (isContinued)
    print('The first one continues an earlier file: give that one before it, or its head was cut off.');
  print(`The last has the hash ${hash}, which is "trail" of its record in the log of the relay.`);
  return true;
}
