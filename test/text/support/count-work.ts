type Cost = (args: readonly unknown[]) => number;

const length: Cost = ([text]) => String(text).length;
const nodeCount: Cost = (args) => args.length;

const COUNTED: readonly (readonly [on: object, name: string, cost: Cost])[] = [
  [RegExp.prototype, 'exec', length],
  [CharacterData.prototype, 'appendData', length],
  [Node.prototype, 'appendChild', nodeCount],
  [Element.prototype, 'append', nodeCount],
  [Element.prototype, 'replaceWith', nodeCount],
];

/**
 * Counts the work of `act` independently of time: characters matched by a pattern or added to a text node, and inserted
 * nodes.
 */
export function countWork(act: () => void): number {
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
