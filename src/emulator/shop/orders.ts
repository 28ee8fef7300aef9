/** The state of an order. */
export type OrderState = 'on-its-way' | 'in-workshop' | 'delivered' | 'to-collect' | 'refunded';

export interface Order {
  readonly number: string;
  readonly items: readonly { readonly product: string; readonly count: number }[];
  readonly state: OrderState;
}

/** The order book of the example shop. It holds nothing about persons: anybody may ask for any order. */
export const ORDERS: readonly Order[] = [
  { number: '4711', items: [{ product: 'halo', count: 1 }], state: 'on-its-way' },
  { number: '4712', items: [{ product: 'rill', count: 1 }], state: 'in-workshop' },
  {
    number: '4713',
    items: [
      { product: 'tarn', count: 1 },
      { product: 'woodsmoke', count: 2 },
    ],
    state: 'delivered',
  },
  { number: '4714', items: [{ product: 'boards', count: 1 }], state: 'to-collect' },
  { number: '4715', items: [{ product: 'bowl', count: 1 }], state: 'refunded' },
  // The orders on the page of the Preact example.
  { number: '4471', items: [{ product: 'halo', count: 1 }], state: 'on-its-way' },
  { number: '4468', items: [{ product: 'nub', count: 2 }], state: 'in-workshop' },
  { number: '4402', items: [{ product: 'reed', count: 1 }], state: 'delivered' },
];

export const findOrder = (number: string): Order | undefined => ORDERS.find((it) => it.number === number);
