/** Checks the changes of deliveries and the duration of the typing indicator. */
export interface DeliveryHistory {
  /** Checks the present view. Returns the violated invariants (I9 and I11 of docs/testing.md). */
  check(now: number, deliveries: ReadonlyMap<string, string>, isTyping: boolean): readonly string[];
}

/** Allowed changes of a delivery. */
const TRANSITIONS: Readonly<Record<string, readonly string[]>> = {
  sending: ['sent', 'failed', 'delivered', 'read'],
  failed: ['sending', 'sent', 'delivered', 'read'],
  sent: ['delivered', 'read'],
  delivered: ['read'],
};
const TYPING_MAX_MS = 30_000;

export function createDeliveryHistory(): DeliveryHistory {
  const known = new Map<string, string>();
  let typingSince: number | null = null;
  return {
    check(now, deliveries, isTyping) {
      const broken: string[] = [];
      for (const [id, delivery] of deliveries) {
        const before = known.get(id);
        if (before !== undefined && before !== delivery && !TRANSITIONS[before]?.includes(delivery))
          broken.push('I9');
        known.set(id, delivery);
      }
      if (typingSince !== null && now - typingSince > TYPING_MAX_MS) broken.push('I11');
      typingSince = isTyping ? (typingSince ?? now) : null;
      return broken;
    },
  };
}
