import { replay, type Screen } from '../../chat/replay.ts';
import type { Terminal } from '../terminal.ts';
import { readEventLog } from './event-log.ts';
import { narrate } from './narrate.ts';

/** Prints what a visitor saw, step by step, from a recorded event log. Resolves to whether the log could be read. */
export function runReplay(file: string, terminal: Terminal): boolean {
  const text = terminal.files.read(file);
  const log = text === undefined ? undefined : readEventLog(text);
  if (!log?.ok) {
    terminal.complain(`unable to replay ${file}; ${log ? log.error : 'there is no such file'}`);
    return false;
  }
  const startedAt = log.value[0]?.at ?? 0;
  let before: Screen | undefined;
  for (const { at, screen } of replay(log.value)) {
    for (const line of narrate(screen, before)) {
      terminal.print(`${((at - startedAt) / 1_000).toFixed(3).padStart(9)}  ${line}`);
    }
    before = screen;
  }
  return true;
}
