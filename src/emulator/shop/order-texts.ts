import * as z from 'zod';
import { PHRASES } from './content.ts';
import { loadContent } from './content-file.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { productWithId } from './products.ts';

const order = z.strictObject({
  number: z.string().regex(/^\d{4}$/),
  items: z.array(z.strictObject({ product: productWithId, count: z.int().positive() })),
  state: z.enum(['on-its-way', 'in-workshop', 'delivered', 'to-collect', 'refunded']),
});

type Order = Readonly<z.output<typeof order>>;

/**
 * The order book of the example shop, with the orders on the page of the Preact example. It holds nothing about persons: anybody may
 * ask for any order.
 */
const ORDERS: readonly Order[] = loadContent('orders.json', z.array(order));

const findOrder = (number: string): Order | undefined => ORDERS.find((order) => order.number === number);

function itemsOf({ items }: Order, language: Language): string {
  return items
    .map(({ product: { name }, count }) => (count === 1 ? name[language] : `${count} × ${name[language]}`))
    .join(', ');
}

/** The text about the state of an order; undefined when there is no such order. */
export function orderText(number: string, language: Language): string | undefined {
  const found = findOrder(number);
  const { order, orderStates } = PHRASES[language];
  return found && order({ number, items: itemsOf(found, language), state: orderStates[found.state] });
}

/** The text about the replacement of an order; undefined when there is no such order. */
export function replacementText(number: string, language: Language): string | undefined {
  const order = findOrder(number);
  return order && PHRASES[language].replaced({ number, items: itemsOf(order, language) });
}

const FOUND: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) =>
    ORDERS.flatMap(({ number }) => [
      orderText(number, language) ?? '',
      replacementText(number, language) ?? '',
    ]),
  ),
);
/** The beginnings of the texts about unknown orders. */
const NOT_FOUND = LANGUAGES.map(
  (language) => PHRASES[language].unknownOrder({ number: '\n' }).split('\n')[0] ?? '',
);

/** The result of the look-up behind a text of the agent; undefined when it is not about an order. */
export function orderLookUp(text: string): 'found' | 'unknown' | undefined {
  if (FOUND.has(text)) return 'found';
  return NOT_FOUND.some((beginning) => text.startsWith(beginning)) ? 'unknown' : undefined;
}
