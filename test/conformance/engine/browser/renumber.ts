import type { PageCommand, PageEvent } from '../page.ts';

/** Larger than the number of sockets and calls of one document. */
export const DOCUMENT = 1_000_000;

/** Shifts the numbers of sockets and calls. Returns undefined for a number of another document. */
export function renumbered<It extends PageCommand | PageEvent>(item: It, by: number): It | undefined {
  const key = 'socket' in item ? 'socket' : 'call' in item ? 'call' : undefined;
  if (key === undefined) return item;
  const number = (item as unknown as Record<string, number>)[key] ?? 0;
  const moved = number + by;
  return moved > 0 ? { ...item, [key]: moved } : undefined;
}
