/**
 * A copy of a record without a prototype, so that neither our code nor a browser that reads a record of options sees
 * additions of scripts to `Object.prototype` (S-107).
 */
export const own = <Fields extends object>(fields: Fields): Fields => ({ __proto__: null, ...fields });

/** The same for a JSON value and all its members. */
export const ownThroughout = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ownThroughout)
    : value && typeof value === 'object'
      ? own(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, ownThroughout(member)])))
      : value;
