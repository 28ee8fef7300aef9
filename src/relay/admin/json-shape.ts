/** Limits for JSON that the relay keeps and passes on. */
export interface ShapeLimits {
  readonly maxDepth: number;
  /** Members of all objects and arrays together. */
  readonly maxMembers: number;
}

/** Names the limit that a parsed JSON value exceeds. Not recursive: a deep value must not exhaust the stack. */
export function exceededLimit(
  value: unknown,
  { maxDepth, maxMembers }: ShapeLimits,
): 'depth' | 'members' | undefined {
  let members = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const containers = level.filter((it) => typeof it === 'object' && it !== null);
    if (containers.length > 0 && depth >= maxDepth) return 'depth';
    level = [];
    for (const it of containers) {
      const values: unknown[] = Object.values(it as object);
      members += values.length;
      if (members > maxMembers) return 'members';
      for (const member of values) level.push(member);
    }
  }
  return undefined;
}
