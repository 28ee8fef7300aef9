import type { OrderState } from './orders.ts';

const STATES: Record<OrderState, string> = {
  'on-its-way':
    'is **on its way**. It left our workshop yesterday, and the carrier brings it within two working days. The tracking link is in your e-mail.',
  'in-workshop':
    'is **still in the workshop**. It leaves us within three working days, and you get an e-mail with the tracking link then.',
  delivered:
    'was **delivered** two days ago. If you cannot find it, please ask your neighbours first; then we look for it together.',
  'to-collect': 'is **ready to collect** at 14 Lantern Street. We keep it for seven days.',
  refunded: 'came **back to us**, and the money is on its way to you. That takes up to five working days.',
};

export const PHRASES_EN = {
  greeting:
    'Hi, I am **Iris** from Lumen & Oak. Ask me about an order, our lamps and furniture, delivery or returns. How can I help?',
  unknown:
    'I am not sure that I understood. I can look up an order, show you our lamps and furniture, explain delivery and returns, or fetch a person.',
  goodbye: 'Goodbye, and thank you for your visit!',
  suggest: 'These are questions I am often asked:',
  card: 'Two of this season’s favourites:',
  cards: [
    { title: 'Table lamp “Halo”, €89', action: 'See the lamp' },
    { title: 'Stool “Nub”, solid oak, €129', action: 'See the stool' },
  ],
  image: 'This is how the vase looks in daylight:',
  imageTitle: 'Vase “Reed”, stoneware',
  call: 'You can reach us by phone on weekdays from 9:30 to 18:30.',
  callTitle: 'Call Lumen & Oak',
  slow: 'Thank you for waiting. That took me longer than usual.',
  handoffFailed:
    'I am sorry, none of my colleagues is free at the moment. I am still here; you may try again later.',
  handoffTimeout: 'I am sorry, nobody answered in time. I am still here; shall we try together?',
  handedBack: 'I am with you again. Is there anything else I can do?',
  elsewhere:
    'Questions about an order are answered by our order desk. You find the way to it here in the chat.',
  queue: 'Customer care',
  next: 'You are next.',
  liveHello: 'Hello, this is Noor. I have read what you wrote. How can I help?',
  liveHere: 'I am here already. What can I do for you?',
  liveUnknown: 'Let me look into that. Could you tell me a little more?',
  liveGoodbye: 'Thank you for chatting with us. Goodbye!',
  /** The text of a suggestion, and what the agent understands as a wish for a person. */
  talkToPerson: 'Talk to a person',
  bot: 'I am a bot: **Iris**, the automatic assistant of Lumen & Oak. I know the shop, its orders and its products. If you would rather talk to a person, I can fetch one.',
  liveBot:
    'In this demo I only play a colleague: my answers are written down, too. A real person can answer from the desk.',
  staying: 'All right, I am staying with you. What can I do?',
  onTheWay: 'A colleague is already on the way to you.',
  stillComing: 'A colleague is still on the way to you.',
  noted: 'Thank you, my colleague will read that. They are still on the way to you.',
  switched: 'Of course, I go on in English.',
  price: (amount: number) => `€${amount}`,
  product: (name: string, price: string) => `The **${name}** is ${price}.`,
  products: 'Here is what we have:',
  favourites: 'We make lamps, oak furniture, textiles and things for the table. Three favourites:',
  seeProduct: 'See it in the shop',
  askOrderNumber:
    'Gladly. What is your order number? It has four digits, such as **4711**, and is in the e-mail with the tracking link.',
  askReplacementNumber:
    'Of course, we send you a new one, free of charge. What is your order number? It has four digits, such as **4711**.',
  noOrderNumber:
    'No problem. The order number is in the e-mail *Thank you for your order*. Without it, a colleague can find the order by your name.',
  unknownOrder: (number: string) =>
    `I am sorry, I cannot find an order **${number}**. Our order numbers have four digits, such as **4711**, and are in the e-mail *Thank you for your order*. Would you try once more, or shall I fetch a person?`,
  orderItem: (count: number, name: string) => (count === 1 ? name : `${count} × ${name}`),
  order: (number: string, items: string, state: OrderState) =>
    `Your order **${number}** (${items}) ${STATES[state]}`,
  replaced: (number: string, items: string) =>
    `Thank you. A replacement for order **${number}** (${items}) leaves our workshop tomorrow. You need not send anything back.`,
  damaged: (name: string) => `I am very sorry that your ${name} is damaged.`,
  damagedItem: 'I am very sorry that it is damaged.',
  damagedNext:
    'You choose what happens next: we send you a **replacement** free of charge, or you send it back and get your **money back** within five working days. A photo is enough as proof.',
  wantReplacement: 'Send me a replacement',
  wantMoney: 'I would like my money back',
};
