type Cost = (args: readonly unknown[]) => number;

const length: Cost = ([text]) => String(text).length;
const amount: Cost = (args) => args.length;

const COUNTED: readonly (readonly [on: object, name: string, cost: Cost])[] = [
  [RegExp.prototype, 'exec', length],
  [CharacterData.prototype, 'appendData', length],
  [Node.prototype, 'appendChild', amount],
  [Element.prototype, 'append', amount],
  [Element.prototype, 'replaceWith', amount],
];

/**
 * How much `act` does, in steps that no clock decides: characters that a pattern is given to look at or that are added
 * to a text node, and nodes that are put in their place.
 */
export function workOf(act: () => void): number {
  let work = 0;
  const restore = COUNTED.map(([on, name, cost]) => {
    const original = Reflect.get(on, name) as (...args: unknown[]) => unknown;
    Reflect.set(on, name, function (this: unknown, ...args: unknown[]) {
      work += cost(args);
      return original.apply(this, args);
    });
    return () => Reflect.set(on, name, original);
  });
  try {
    act();
  } finally {
    for (const it of restore) it();
  }
  return work;
}
