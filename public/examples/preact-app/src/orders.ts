export interface Order {
  number: string;
  title: string;
  placed: string;
  state: string;
  /** How far it has come, out of three. */
  step: 1 | 2 | 3;
  question: string;
}

export const ORDERS: readonly Order[] = [
  {
    number: 'LO-4471',
    title: 'Halo table lamp',
    placed: '3 November',
    state: 'On its way',
    step: 2,
    question: 'Where is my order LO-4471?',
  },
  {
    number: 'LO-4468',
    title: 'Nub stool, two',
    placed: '1 November',
    state: 'In the workshop',
    step: 1,
    question: 'When will order LO-4468 arrive?',
  },
  {
    number: 'LO-4402',
    title: 'Reed vase',
    placed: '12 October',
    state: 'Delivered',
    step: 3,
    question: 'Can I return something?',
  },
];
