import { findOrder, ORDERS, type Order } from './orders.ts';
import { LANGUAGES, type Language, PHRASES } from './phrases.ts';
import { productOf } from './products.ts';

function itemsOf({ items }: Order, language: Language): string {
  const { orderItem } = PHRASES[language];
  return items
    .map((it) => orderItem(it.count, productOf(it.product)?.name[language] ?? it.product))
    .join(', ');
}

/** The text about the state of an order; undefined when there is no such order. */
export function orderText(number: string, language: Language): string | undefined {
  const order = findOrder(number);
  return order && PHRASES[language].order(order.number, itemsOf(order, language), order.state);
}

/** The text about the replacement of an order; undefined when there is no such order. */
export function replacementText(number: string, language: Language): string | undefined {
  const order = findOrder(number);
  return order && PHRASES[language].replaced(order.number, itemsOf(order, language));
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
const NOT_FOUND = LANGUAGES.map((language) => PHRASES[language].unknownOrder('\n').split('\n')[0] ?? '');

/** The result of the look-up behind a text of the agent; undefined when it is not about an order. */
export function orderLookUp(text: string): 'found' | 'unknown' | undefined {
  if (FOUND.has(text)) return 'found';
  return NOT_FOUND.some((it) => text.startsWith(it)) ? 'unknown' : undefined;
}
