/** An object of JSON. */
export type Plain = Readonly<Record<string, unknown>>;

export const isPlain = (it: unknown): it is Plain =>
  typeof it === 'object' && it !== null && !Array.isArray(it);
