import type { FaqEntry } from './faq-entry.ts';

export const FAQ_EN: readonly FaqEntry[] = [
  {
    id: 'hours',
    question: 'What are your opening hours?',
    keywords: ['opening', 'hours', 'open', 'closed', 'close', 'sunday', 'saturday', 'weekend'],
    answer: `Our shop is open

- **Monday to Friday**, 9:30 to 18:30
- **Saturday**, 10:00 to 18:00
- **Sunday**, closed

I am here in the chat at any hour.`,
    related: ['store', 'contact'],
  },
  {
    id: 'store',
    question: 'Where is your shop?',
    keywords: ['where is', 'address', 'location', 'directions', 'parking', 'showroom', 'visit', 'store'],
    answer: `You find us at **14 Lantern Street**, two minutes on foot from the central station. There is free parking behind the house for as long as you shop.`,
    related: ['hours', 'pickup'],
  },
  {
    id: 'delivery',
    question: 'How long does delivery take?',
    keywords: ['delivery', 'deliver', 'shipping', 'ship', 'arrive', 'courier', 'how long', 'express'],
    answer: `Small items arrive within **2–3 working days**, furniture within **5–8 working days**. The carrier for furniture calls you first to agree on a time.

With *express* (order before noon) small items arrive the next working day.`,
    related: ['delivery-cost', 'tracking', 'pickup'],
  },
  {
    id: 'delivery-cost',
    question: 'How much is delivery?',
    keywords: [
      'delivery cost',
      'shipping cost',
      'shipping fee',
      'much is delivery',
      'free delivery',
      'free shipping',
    ],
    answer: `| Order | Standard | Express |
| --- | --- | --- |
| Small items | €4.90 | €9.90 |
| Small items over €60 | **free** | €5.00 |
| Furniture | €39.00 | – |

Collecting from the shop is always free.`,
    related: ['delivery', 'pickup'],
  },
  {
    id: 'tracking',
    question: 'Where is my order?',
    keywords: ['my order', 'track', 'tracking', 'parcel', 'package', 'order status', 'late', 'missing'],
    answer: `The e-mail *Your order is on its way* has a tracking link; it starts to work in the evening of the day we send the parcel.

No e-mail after two working days? Tell a colleague your order number: say \`human\` and I hand you over.`,
    related: ['delivery', 'contact', 'returns'],
  },
  {
    id: 'pickup',
    question: 'Can I collect my order?',
    keywords: ['collect', 'pick up', 'pickup', 'click and collect', 'collection'],
    answer: `Yes, free of charge. Choose **Collect from shop** at the checkout. Small items are ready **two hours** later, and we keep them for 7 days. Please bring the order number.`,
    related: ['store', 'hours'],
  },
  {
    id: 'returns',
    question: 'How do returns work?',
    keywords: ['return', 'returns', 'send back', 'refund', 'money back', 'exchange', 'cancel', 'withdraw'],
    answer: `You have **30 days** to change your mind.

1. Print the label from *My orders*, or ask us for one.
2. Hand the parcel in at any post office.
3. The money is back within **5 working days** after it has reached us.

Returns are free, except for furniture (€29 for collection). Cut fabric and gift cards cannot come back.`,
    related: ['warranty', 'contact', 'delivery-cost'],
  },
  {
    id: 'payment',
    question: 'How can I pay?',
    keywords: [
      'pay',
      'payment',
      'card',
      'credit card',
      'paypal',
      'invoice',
      'instalment',
      'instalments',
      'bank transfer',
    ],
    answer: `You can pay by **credit or debit card**, **PayPal**, **Apple Pay**, **Google Pay** or **bank transfer**. From €150 on you may also pay in three instalments, without interest.`,
    related: ['gift-cards', 'returns'],
  },
  {
    id: 'gift-cards',
    question: 'Do you have gift cards?',
    keywords: ['gift', 'gift card', 'gift cards', 'voucher', 'vouchers', 'present', 'gift wrapping'],
    answer: `We do: from **€20 to €500**, by e-mail at once or printed on oak veneer by post. They are valid for three years, online and in the shop.

On the product page you may also tick *gift wrapping* (€3.50).`,
    related: ['payment', 'delivery'],
  },
  {
    id: 'sizes',
    question: 'Where do I find the sizes?',
    keywords: [
      'size',
      'sizes',
      'dimension',
      'dimensions',
      'measure',
      'measurements',
      'height',
      'width',
      'big',
      'tall',
      'fit',
    ],
    answer: `Each product page has a drawing with **width × depth × height** in centimetres, and the weight. For lamps we also give the length of the cable.

Tip: mark the outline on your floor with tape before you order a table.`,
    related: ['returns', 'bulbs', 'store'],
  },
  {
    id: 'bulbs',
    question: 'Which bulbs fit the lamps?',
    keywords: ['bulb', 'bulbs', 'socket', 'e27', 'e14', 'watt', 'dimmable', 'dimmer', 'led', 'lamp', 'lamps'],
    answer: `Table and floor lamps take **E27**, small wall lamps **E14**; none comes with a bulb. We suggest LED with 4–8 W and 2700 K. All our lamps work with a dimmer when the bulb does.`,
    related: ['sizes', 'warranty'],
  },
  {
    id: 'care',
    question: 'How do I care for oiled oak?',
    keywords: ['care', 'clean', 'cleaning', 'oak', 'oil', 'oiled', 'wood', 'stain', 'wash', 'linen'],
    answer: `Wipe oiled oak with a damp cloth and dry it at once. Once a year:

- sand lightly along the grain (grit 240)
- put on a thin coat of hard-wax oil
- take off what is left after **15 minutes**

Linen is washed at 40 °C and dried on a line.`,
    related: ['warranty', 'sizes'],
  },
  {
    id: 'warranty',
    question: 'What does the warranty cover?',
    keywords: ['warranty', 'guarantee', 'broken', 'defect', 'defective', 'damaged', 'repair', 'spare'],
    answer: `**Five years** on furniture, **two years** on all else, on material and workmanship. If something arrived damaged, send us a photo within 14 days, and we replace it.`,
    related: ['returns', 'contact'],
  },
  {
    id: 'contact',
    question: 'How can I reach you?',
    keywords: [
      'contact',
      'reach',
      'phone',
      'telephone',
      'email',
      'e mail',
      'call you',
      'speak to',
      'talk to',
    ],
    answer: `- **Phone**: [+1 555 010 0142](tel:+15550100142), weekdays 9:30 to 18:30
- **E-mail**: [hello@lumen-oak.example](mailto:hello@lumen-oak.example)
- **Here**: say \`human\`, and a colleague takes over`,
    related: ['hours', 'store'],
  },
  {
    id: 'hello',
    question: 'Hello',
    keywords: ['hello', 'hi', 'hey', 'good morning', 'good evening', 'good afternoon'],
    answer: 'Hello! What can I do for you?',
    related: ['delivery', 'returns', 'hours'],
  },
  {
    id: 'thanks',
    question: 'Thank you',
    keywords: ['thank', 'thanks', 'cheers'],
    answer: 'You are welcome! Is there anything else? If not, just say `bye`.',
    related: ['delivery', 'gift-cards'],
  },
  {
    id: 'who',
    question: 'Who are you?',
    keywords: ['who are you', 'your name', 'robot', 'are you human', 'are you real'],
    answer: 'I am **Iris**, the automatic assistant of Lumen & Oak. For a person, say `human`.',
    related: ['contact', 'hours'],
  },
];
