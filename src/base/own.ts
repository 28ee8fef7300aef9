/**
 * A copy of a record without a prototype: what a script has added to `Object.prototype` is not found in it, neither by us nor by
 * a browser that reads a record of options (S-107).
 */
export const own = <Fields extends object>(fields: Fields): Fields =>
  Object.assign(Object.create(null), fields);

/** The same for a value of JSON with everything in it. */
export const ownThroughout = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ownThroughout)
    : value && typeof value === 'object'
      ? own(Object.fromEntries(Object.entries(value).map(([name, it]) => [name, ownThroughout(it)])))
      : value;
