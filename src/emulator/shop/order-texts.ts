import { PHRASES } from './content.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { findOrder, ORDERS, type Order } from './orders.ts';

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
