import { type Place, placeOf, tokenAfter } from './json-error.ts';

/** Where a text is: the key of the present member, or the index of the present element; undefined: before the first. */
interface Level {
  readonly isObject: boolean;
  key: string | number | undefined;
}

/**
 * Finds the place of a member in JSON text, such as that of `['starters', 'en', 0]`. For a missing one it is the place of the last member
 * on the way to it that is there.
 */
export function placeOfMember(path: readonly PropertyKey[], text: string): Place {
  const levels: Level[] = [];
  let index = 0;
  let found = 0;
  let depth = 0;
  const begin = (at: number) => {
    const isOnTheWay = levels.every(({ key }, nth) => key === path[nth]);
    if (!isOnTheWay || levels.length <= depth) return;
    depth = levels.length;
    found = at;
  };
  for (;;) {
    const { at, token } = tokenAfter(index, text);
    if (token === '') return placeOf(found, text);
    const level = levels.at(-1);
    if (level && !level.isObject && level.key === undefined && token !== ']') level.key = 0;
    if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level) level.key = typeof level.key === 'number' ? level.key + 1 : undefined;
    else if (level?.isObject && level.key === undefined) {
      level.key = JSON.parse(token) as string;
      begin(at);
    } else if (token !== ':') {
      if (level && !level.isObject) begin(at);
      if (token === '{' || token === '[') levels.push({ isObject: token === '{', key: undefined });
    }
    index = at + token.length;
  }
}
