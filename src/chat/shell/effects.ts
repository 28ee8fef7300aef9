import type { Effect } from '../model/state.ts';

/** Performers of these effects. */
export type Performers<Type extends Effect['type'] = Effect['type']> = {
  readonly [It in Type]: (effect: Extract<Effect, { readonly type: It }>) => unknown;
};

// The performer belongs to the effect's own type. The compiler cannot follow that through the index.
export const perform = (performers: Performers, effect: Effect): void =>
  void (performers[effect.type] as (effect: Effect) => unknown)(effect);
