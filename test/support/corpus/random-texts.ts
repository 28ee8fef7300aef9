import fc from 'fast-check';
import { type AttackTemplate, SHOP } from './canary.ts';
import { VECTORS } from './vectors.ts';

/** Random sequences of Markdown and HTML fragments with an attack among them. */

const FRAGMENTS =
  '* ** _ ` ``` ~~ # > - 1. | [ ] ( ) ![ ]( < > </ /> <b> </b> <p> <ul><li> <br> <a_href=" " \' = & &lt; \\ <!-- --> https:// tel: [x](https://shop.example/)'
    .split(' ')
    .map((sign) => sign.replace('_', ' '))
    .concat(['\n', '\n\n', '    ', '\t', ' ', '\0', '\u202e', `<a href="${SHOP}">`, '|---|\n']);

const SEED = 20_261_121;
const COUNT = 240;

const mixture = fc.tuple(
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 12 }),
  fc.constantFrom(...VECTORS),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 12 }),
);

/** The seed is fixed, so that the texts are always the same. */
export const RANDOM_TEXTS: readonly AttackTemplate[] = fc.sample(mixture, { seed: SEED, numRuns: COUNT }).map(
  ([before, vector, after]): AttackTemplate =>
    (canary) =>
      before.join('') + vector(canary) + after.join(''),
);
