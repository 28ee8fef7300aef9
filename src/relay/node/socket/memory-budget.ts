/** The share of one connection in a budget. */
export interface MemoryShare {
  /** Must be called after each change with the number of bytes that the connection holds. */
  hold(bytes: number): void;
  /** Releases the share. Idempotent. */
  close(): void;
}

/** Limits the total memory for the messages of all connections. */
export interface MemoryBudget {
  /** `release` is called if this connection is the largest when the budget is exceeded. It must free its memory at once. */
  open(release: () => void): MemoryShare;
}

/** Uncounted bytes of each connection, so that usual messages never compete for the budget. */
const FREE_BYTES = 64 * 1024;

/** S-80: all connections together hold at most `maxBytes`. The largest one is released when they exceed it. */
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
    // Closed: what it still reports while it frees its memory would release another connection, and that one the next.
    share.close();
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
