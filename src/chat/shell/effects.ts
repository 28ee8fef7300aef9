import type { Effect } from '../model/state.ts';

/** How each of these effects is performed. */
export type Performers<Type extends Effect['type'] = Effect['type']> = {
  readonly [It in Type]: (effect: Extract<Effect, { readonly type: It }>) => unknown;
};

// The performer is that of the effect's own type, which the compiler cannot follow through the index.
export const perform = (performers: Performers, effect: Effect): void =>
  void (performers[effect.type] as (it: Effect) => unknown)(effect);
