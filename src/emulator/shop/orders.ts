import * as z from 'zod';
import { loadContent } from './content-file.ts';
import { productWithId } from './products.ts';

const order = z.strictObject({
  number: z.string().regex(/^\d{4}$/),
  items: z.array(z.strictObject({ product: productWithId, count: z.int().positive() })),
  state: z.enum(['on-its-way', 'in-workshop', 'delivered', 'to-collect', 'refunded']),
});

export type Order = Readonly<z.output<typeof order>>;

/**
 * The order book of the example shop, with the orders on the page of the Preact example. It holds nothing about persons: anybody may
 * ask for any order.
 */
export const ORDERS: readonly Order[] = loadContent('orders.json', z.array(order));

export const findOrder = (number: string): Order | undefined =>
  ORDERS.find((order) => order.number === number);
