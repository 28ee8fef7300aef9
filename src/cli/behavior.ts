import { type Audience, evaluateBehavior, MAX_ISSUES, parseBehavior } from '../behavior/index.ts';
import type { Terminal } from './terminal.ts';

/** Prints one line for each issue, as compilers do. False when the file has issues or cannot be read. */
function check(file: string, text: string | undefined, print: (line: string) => void): boolean {
  if (text === undefined) {
    print(`unable to read ${file}; there is no file that can be read`);
    return false;
  }
  const { issues } = parseBehavior(text);
  for (const { line, column, message, code } of issues)
    print(`${file}:${line}:${column}: ${message} (${code})`);
  if (issues.length === MAX_ISSUES) print(`${file}: only the first ${MAX_ISSUES} issues are listed`);
  return issues.length === 0;
}

/** Prints every issue of every file; the exit status is 1 when there is one. */
export function lintBehavior(files: readonly string[], { files: { read }, printError }: Terminal): number {
  return files.map((file) => check(file, read(file), printError)).includes(false) ? 1 : 0;
}

/** Prints the text that applies to a channel and a language, or only the issues when the text has any. */
export function previewBehavior(
  { file, ...audience }: Audience & { readonly file: string },
  { files: { read }, print, printError }: Terminal,
): number {
  const text = read(file);
  if (!check(file, text, printError) || text === undefined) return 1;
  print(evaluateBehavior(text, audience).replace(/\r?\n$/, ''));
  return 0;
}
