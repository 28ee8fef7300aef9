import { type Audience, evaluateBehavior, parseBehavior } from '../behavior/index.ts';
import type { Terminal } from './terminal.ts';

/** Prints a line a fault, as compilers do; false: the file cannot be read. */
function check(file: string, text: string | undefined, print: (line: string) => void): boolean {
  if (text === undefined) {
    print(`unable to read ${file}; there is no such file`);
    return false;
  }
  const { faults } = parseBehavior(text);
  for (const { line, column, message, code } of faults)
    print(`${file}:${line}:${column}: ${message} (${code})`);
  return faults.length === 0;
}

/** Names every fault of every file; the exit status is 1 when there is one. */
export function lintBehavior(files: readonly string[], { files: { read }, complain }: Terminal): number {
  return files.map((file) => check(file, read(file), complain)).includes(false) ? 1 : 0;
}

/** Prints what holds for a channel and a language; nothing of a text that is at fault. */
export function previewBehavior(
  { file, ...audience }: Audience & { readonly file: string },
  { files: { read }, print, complain }: Terminal,
): number {
  const text = read(file);
  if (!check(file, text, complain) || text === undefined) return 1;
  print(evaluateBehavior(text, audience).replace(/\r?\n$/, ''));
  return 0;
}
