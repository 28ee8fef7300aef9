import { ADDRESSES } from './addresses.ts';
import { canaryOf, type Shape } from './canary.ts';
import { CONTEXTS } from './contexts.ts';
import { ENCODINGS } from './encodings.ts';
import { MARKUP } from './markup.ts';
import { MIXTURES } from './mixtures.ts';
import { VECTORS } from './vectors.ts';
import { WRITING } from './writing.ts';

export { CANARY, EXIT_HOST } from './canary.ts';

/** Every context with every encoding of every vector. */
const crossed: readonly Shape[] = Object.values(CONTEXTS).flatMap((place) =>
  Object.values(ENCODINGS).flatMap((encode) =>
    VECTORS.map(
      (vector): Shape =>
        (canary) =>
          place(encode(vector(canary))),
    ),
  ),
);

const FAMILIES = {
  crossed,
  markup: MARKUP,
  addresses: ADDRESSES,
  writing: WRITING,
  mixtures: MIXTURES,
} satisfies Readonly<Record<string, readonly Shape[]>>;

export interface Attack {
  /** Also what its canary sings. */
  readonly number: number;
  readonly family: keyof typeof FAMILIES;
  readonly text: string;
}

/**
 * Text that wants to be more than text (security checks S-22 to S-37): whoever runs it calls the canary with its number, or
 * asks `EXIT_HOST` for something. The same strings at every call, no two alike.
 */
export const CORPUS: readonly Attack[] = (Object.keys(FAMILIES) as (keyof typeof FAMILIES)[])
  .flatMap((family) => FAMILIES[family].map((shape) => ({ family, shape })))
  .map(({ family, shape }, number) => ({ number, family, text: shape(canaryOf(number)) }));
