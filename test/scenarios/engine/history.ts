/** Watches over what may not change just anyhow: deliveries, and how long somebody is said to be writing. */
export interface History {
  /** What stands there now; gives the invariants that this breaks (reliability §6, I9 and I11). */
  note(now: number, deliveries: ReadonlyMap<string, string>, isTyping: boolean): readonly string[];
}

/** A receipt may follow; nothing is ever unsent. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  sending: ['sent', 'failed', 'delivered', 'read'],
  failed: ['sending', 'sent', 'delivered', 'read'],
  sent: ['delivered', 'read'],
  delivered: ['read'],
};
const TYPING_MAX_MS = 30_000;

export function createHistory(): History {
  const known = new Map<string, string>();
  let typingSince: number | null = null;
  return {
    note(now, deliveries, isTyping) {
      const broken: string[] = [];
      for (const [id, delivery] of deliveries) {
        const before = known.get(id);
        if (before !== undefined && before !== delivery && !MOVES[before]?.includes(delivery))
          broken.push('I9');
        known.set(id, delivery);
      }
      if (typingSince !== null && now - typingSince > TYPING_MAX_MS) broken.push('I11');
      typingSince = isTyping ? (typingSince ?? now) : null;
      return broken;
    },
  };
}
