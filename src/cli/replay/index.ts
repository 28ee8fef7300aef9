import { replay, type Screen } from '../../chat/shell/replay.ts';
import type { Terminal } from '../terminal.ts';
import { describeChanges } from './describe-changes.ts';
import { readEventLog } from './event-log.ts';

/** Prints the visitor's screen step by step from a recorded event log. False when the log cannot be read. */
export function runReplay(file: string, terminal: Terminal): boolean {
  const text = terminal.files.read(file);
  const log = text === undefined ? undefined : readEventLog(text);
  if (!log?.ok) {
    terminal.printError(`unable to replay ${file}; ${log ? log.error : 'there is no file that can be read'}`);
    return false;
  }
  const startedAt = log.value[0]?.at ?? 0;
  let before: Screen | undefined;
  for (const { at, screen } of replay(log.value)) {
    for (const line of describeChanges(screen, before)) {
      terminal.print(`${((at - startedAt) / 1_000).toFixed(3).padStart(9)}  ${line}`);
    }
    before = screen;
  }
  return true;
}
