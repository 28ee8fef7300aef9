import type { Result } from '../../../base/result.ts';
import type { CallError } from '../../../ui/api-client.ts';
import type { Row } from '../../answers.ts';
import type { Window } from './backwards.ts';

const FIRST_MS = 600_000;
const FACTOR = 8;
/** Enough to come from ten minutes to years, and to a second. */
const MAX_READS = 10;

type Read = (
  window: Window,
) => Promise<
  Result<{ readonly conversations: readonly Row[]; readonly cursor: string | undefined }, CallError>
>;

const startOf = ({ startedAt }: Row) => Date.parse(startedAt ?? '');

/**
 * Reads the conversation that began next before or after a time, within a range. The platform promises no order, so a window is read
 * that grows until it has one, and shrinks while it has more than a page.
 */
async function nearest(range: Window, at: number, read: Read, isLater: boolean): Promise<Row | undefined> {
  let size = FIRST_MS;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const window = isLater
      ? { from: at + 1, to: Math.min(range.to, at + size) }
      : { from: Math.max(range.from, at - size), to: at };
    if (window.from >= window.to) return undefined;
    const page = await read(window);
    if (!page.ok) return undefined;
    const { conversations, cursor } = page.value;
    if (cursor !== undefined) {
      size /= FACTOR;
      continue;
    }
    const [first, ...others] = conversations;
    if (first)
      return others.reduce(
        (best, other) => (startOf(other) < startOf(best) === isLater ? other : best),
        first,
      );
    if (isLater ? window.to === range.to : window.from === range.from) return undefined;
    size *= FACTOR - 1;
  }
  return undefined;
}

/** The conversations around one that the list has not loaded. The newest is the first of a list. */
export const readNeighbours = async (range: Window, at: number, read: Read) => {
  const [previous, next] = await Promise.all([
    nearest(range, at, read, true),
    nearest(range, at, read, false),
  ]);
  return { previous, next };
};
