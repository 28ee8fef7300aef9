import { type AttackTemplate, canaryOf } from './canary.ts';
import { CONTEXTS } from './contexts.ts';
import { ENCODINGS } from './encodings.ts';
import { HTML } from './html.ts';
import { MARKDOWN } from './markdown.ts';
import { RANDOM_TEXTS } from './random-texts.ts';
import { URLS } from './urls.ts';
import { VECTORS } from './vectors.ts';

export { CANARY, EXIT_HOST } from './canary.ts';

/** Combination of every context, encoding and vector. */
const crossed: readonly AttackTemplate[] = Object.values(CONTEXTS).flatMap((place) =>
  Object.values(ENCODINGS).flatMap((encode) =>
    VECTORS.map(
      (vector): AttackTemplate =>
        (canary) =>
          place(encode(vector(canary))),
    ),
  ),
);

const FAMILIES = {
  crossed,
  html: HTML,
  urls: URLS,
  markdown: MARKDOWN,
  random: RANDOM_TEXTS,
} satisfies Readonly<Record<string, readonly AttackTemplate[]>>;

export interface Attack {
  /** The canary reports this number. */
  readonly number: number;
  readonly family: keyof typeof FAMILIES;
  readonly text: string;
}

/**
 * Attack strings (security checks S-22 to S-37). A string that is executed calls the canary with its number or sends a request
 * to `EXIT_HOST`. The strings are always the same, and all differ.
 */
export const CORPUS: readonly Attack[] = (Object.keys(FAMILIES) as (keyof typeof FAMILIES)[])
  .flatMap((family) => FAMILIES[family].map((shape) => ({ family, shape })))
  .map(({ family, shape }, number) => ({ number, family, text: shape(canaryOf(number)) }));
