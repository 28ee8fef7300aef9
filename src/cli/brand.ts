import { parseBranding, untoldMachine } from '../relay/config/branding.ts';
import { describeIssue } from '../relay/index.ts';
import type { Terminal } from './terminal.ts';

/** Checks a branding file. Prints one line for each fault with its place; false if there is one. */
export function checkBranding(file: string, { files, print, printError }: Terminal): boolean {
  const text = files.read(file);
  if (text === undefined) {
    printError(`unable to read ${file}`);
    return false;
  }
  const read = parseBranding(text);
  if (read.ok) {
    print(`${file}: a relay takes this file`);
    const warning = untoldMachine(read.value.widget);
    if (warning !== undefined) print(`${file}: ${warning}`);
    return true;
  }
  for (const { issue, place } of read.error)
    printError(`${file}:${place.line}:${place.column}: ${describeIssue(issue)}`);
  return false;
}
