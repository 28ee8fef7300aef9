/** Part of a budget that one connection holds. */
export interface MemoryShare {
  /** Must be called with the number of bytes that the connection holds, whenever it has changed. */
  hold(bytes: number): void;
  /** Returns everything. Idempotent. */
  close(): void;
}

/** Limits the memory that the messages of all connections take together. */
export interface MemoryBudget {
  /** `release` is called when the budget is exceeded and this connection holds the most. It must give up its memory at once. */
  open(release: () => void): MemoryShare;
}

/** Size that every connection may hold without being counted: usual messages never compete for the budget. */
const FREE_BYTES = 64 * 1024;

/** S-80: however many connections hold much, they hold at most `maxBytes` together, and the largest ones lose theirs. */
export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const held = new Map<MemoryShare, { readonly bytes: number; readonly release: () => void }>();
  let total = 0;

  function remove(share: MemoryShare): void {
    total -= held.get(share)?.bytes ?? 0;
    held.delete(share);
  }

  function releaseLargest(): void {
    const [largest] = [...held].sort(([, a], [, b]) => b.bytes - a.bytes);
    if (!largest) return;
    const [share, { release }] = largest;
    remove(share);
    release();
  }

  return {
    open(release) {
      let isOpen = true;
      const share: MemoryShare = {
        hold(bytes) {
          const counted = bytes - FREE_BYTES;
          remove(share);
          if (!isOpen || counted <= 0) return;
          held.set(share, { bytes: counted, release });
          total += counted;
          if (total > maxBytes) releaseLargest();
        },
        close() {
          isOpen = false;
          remove(share);
        },
      };
      return share;
    },
  };
}
