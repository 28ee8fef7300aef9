import * as z from 'zod';
import { phrases } from './content-fields.ts';
import { loadContent } from './content-file.ts';

const inEveryLanguage = z.strictObject({ en: z.string(), fr: z.string(), de: z.string() });

const product = z.strictObject({
  id: z.string(),
  /** File name in {@link MEDIA} and in the shop's folder of images. */
  picture: z.string().regex(/^[a-z]+\.svg$/),
  /** The colour behind the picture on the shop's page. */
  tile: z.enum(['sand', 'moss', 'clay', 'mist']),
  badge: z.string().optional(),
  price: z.int().positive(),
  /** The price before a reduction. */
  before: z.int().positive().optional(),
  name: inEveryLanguage,
  /** The line below the name on the shop's page. */
  summary: z.string(),
  detail: inEveryLanguage,
  /** Phrases that name this product only. */
  names: phrases(),
  /** Phrases that may mean this product or another one. */
  nouns: phrases(),
});

/** A product of the example shop, for its page and for the agent's cards. */
export type Product = Readonly<z.output<typeof product>>;

export const PRODUCTS: readonly Product[] = loadContent('products.json', z.array(product));

/** The products that the agent shows to visitors who ask what there is. */
export const FAVOURITES: readonly Product[] = PRODUCTS.filter(({ id }) =>
  ['halo', 'nub', 'reed'].includes(id),
);

/** The product with this id. */
export const productWithId = z.string().transform((id, context): Product => {
  const found = PRODUCTS.find((product) => product.id === id);
  if (found !== undefined) return found;
  context.addIssue(`no product "${id}"`);
  return z.NEVER;
});
