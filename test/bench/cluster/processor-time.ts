import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Processor time of a process and its children so far, in ms. NaN where the system does not report it. */
export function processorTime(pid: number): number {
  // The name of the program, in parentheses, may have spaces.
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  const own = ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND;
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + processorTime(Number(child)), own);
}
