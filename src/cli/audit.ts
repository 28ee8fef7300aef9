import { verifyTrail } from '../relay/admin/audit-trail.ts';
import type { Terminal } from './terminal.ts';

/** Checks the hashes of audit files, the oldest first. Prints one line for each fault with its place; false if there is one. */
export function verifyAudit(names: readonly string[], { files, print, printError }: Terminal): boolean {
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
  print(`${records} records, none changed or removed${isContinued ? ' since the first of them' : ''}`);
  print(`The last has the hash ${hash}, which is "trail" of its record in the log of the relay.`);
  return true;
}
