import type { News, Order } from '../page.ts';

/** More sockets and calls than one document ever has. */
export const DOCUMENT = 1_000_000;

/** With the numbers of sockets and calls moved; undefined: it was meant for another document. */
export function renumbered<It extends Order | News>(it: It, by: number): It | undefined {
  const key = 'socket' in it ? 'socket' : 'call' in it ? 'call' : undefined;
  if (key === undefined) return it;
  const number = (it as unknown as Record<string, number>)[key] ?? 0;
  const moved = number + by;
  return moved > 0 ? { ...it, [key]: moved } : undefined;
}
