import fc from 'fast-check';
import { SHOP, type Shape } from './canary.ts';
import { VECTORS } from './vectors.ts';

/** What nobody would think of: signs of Markdown and of HTML in any order, with an attack among them. */

const SIGNS =
  '* ** _ ` ``` ~~ # > - 1. | [ ] ( ) ![ ]( < > </ /> <b> </b> <p> <ul><li> <br> <a_href=" " \' = & &lt; \\ <!-- --> https:// tel: [x](https://shop.example/)'
    .split(' ')
    .map((sign) => sign.replace('_', ' '))
    .concat(['\n', '\n\n', '    ', '\t', ' ', '\0', '\u202e', `<a href="${SHOP}">`, '|---|\n']);

const SEED = 20_261_121;
const COUNT = 240;

const mixture = fc.tuple(
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }),
  fc.constantFrom(...VECTORS),
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }),
);

/** The same ones at every call. */
export const MIXTURES: readonly Shape[] = fc.sample(mixture, { seed: SEED, numRuns: COUNT }).map(
  ([before, vector, after]): Shape =>
    (canary) =>
      before.join('') + vector(canary) + after.join(''),
);
