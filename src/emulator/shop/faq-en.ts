import type { FaqEntry } from './faq-entry.ts';
import { PHRASES_EN } from './phrases-en.ts';

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
    keywords: [
      'get there',
      'where is',
      'address',
      'location',
      'directions',
      'parking',
      'showroom',
      'visit',
      'store',
      'located',
      'where are you',
    ],
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
    keywords: [
      'hasn t come',
      'hasn t been delivered',
      'still waiting for',
      'not received',
      'didn t arrive',
      'haven t received',
      'not been delivered',
      'my order',
      'track',
      'tracking',
      'parcel',
      'package',
      'order status',
      'track my delivery',
      'track my order',
      'status of my order',
      'late',
      'missing',
      'where is my',
      'where s my',
      'wheres my',
      'not arrived',
      'hasn t arrived',
      'not come',
      'look up an order',
      'check on an order',
      'an order',
    ],
    answer: PHRASES_EN.askOrderNumber,
    related: ['delivery', 'contact', 'returns'],
    asksForOrder: true,
  },
  {
    id: 'pickup',
    question: 'Can I collect my order?',
    keywords: [
      'pick it up',
      'pick them up',
      'collect',
      'pick up',
      'pickup',
      'click and collect',
      'collection',
    ],
    answer: `Yes, free of charge. Choose **Collect from shop** at the checkout. Small items are ready **two hours** later, and we keep them for 7 days. Please bring the order number.`,
    related: ['store', 'hours'],
  },
  {
    id: 'returns',
    question: 'How do returns work?',
    keywords: [
      'return my order',
      'return the order',
      'return order',
      'send my order back',
      'return',
      'returns',
      'send back',
      'refund',
      'money back',
      'exchange',
      'cancel',
      'withdraw',
      'wrong item',
      'wrong product',
    ],
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
      'accept',
      'amex',
      'visa',
      'mastercard',
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
    keywords: [
      'the warranty',
      'dropped',
      'breaks',
      'warranty',
      'guarantee',
      'broken',
      'defect',
      'defective',
      'damaged',
      'repair',
      'spare',
      'arrives broken',
      'arrives damaged',
    ],
    answer: `**Five years** on furniture, **two years** on all else, on material and workmanship. If something arrived damaged, send us a photo within 14 days, and we replace it.`,
    related: ['returns', 'contact'],
  },
  {
    id: 'contact',
    question: 'How can I reach you?',
    keywords: [
      'call me',
      'callback',
      'call back',
      'mail',
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
- **Here**: tell me that you want to talk to a person, and a colleague takes over`,
    related: ['hours', 'store'],
  },
  {
    id: 'hello',
    question: 'Hello',
    keywords: [
      'how are you',
      'how s it going',
      'hello',
      'hi',
      'hey',
      'good morning',
      'good evening',
      'good afternoon',
    ],
    answer: 'Hello! What can I do for you?',
    related: ['delivery', 'returns', 'hours'],
    isSmallTalk: true,
  },
  {
    id: 'thanks',
    question: 'Thank you',
    keywords: ['thank', 'thanks', 'thank you', 'cheers', 'thx'],
    answer: 'You are welcome! Is there anything else I can do?',
    related: ['delivery', 'gift-cards'],
    isSmallTalk: true,
  },
  {
    id: 'who',
    question: 'Who are you?',
    keywords: ['who are you', 'your name', 'robot', 'are you human', 'are you real'],
    answer:
      'I am **Iris**, the automatic assistant of Lumen & Oak. If you would rather talk to a person, I can fetch one.',
    related: ['contact', 'hours'],
  },
  {
    id: 'change-order',
    question: 'Can I change or cancel my order?',
    keywords: [
      'cancel my order',
      'cancel the order',
      'cancel order',
      'change my order',
      'change the order',
      'wrong address',
      'change the address',
      'change my address',
      'delivery address',
    ],
    answer:
      'Yes, as long as the order is still in the workshop. A colleague changes it for you. Once it is on its way, just send it back; that is free of charge.',
    related: ['tracking', 'returns'],
  },
  {
    id: 'payment-failed',
    question: 'Why was my card declined?',
    keywords: [
      'declined',
      'card was declined',
      'card was refused',
      'card was rejected',
      'payment failed',
      'card does not work',
    ],
    answer:
      'I am sorry about that. No money was taken. A second try or another way to pay usually helps; only your bank knows the reason.',
    related: ['payment', 'contact'],
  },
  {
    id: 'help',
    question: 'What can you do?',
    keywords: [
      'have a question',
      'got a question',
      'what can you do',
      'help',
      'help me',
      'how does this work',
      'what do you know',
    ],
    answer:
      'I look up orders, show you our lamps and furniture, explain delivery, returns and the warranty, and fetch a person when you want one.',
    related: ['tracking', 'returns', 'hours'],
    isSmallTalk: true,
  },
  {
    id: 'goodbye',
    question: 'Goodbye',
    keywords: [
      'goodbye',
      'good bye',
      'bye',
      'bye bye',
      'see you',
      'have a nice day',
      'that is all',
      'that s all',
    ],
    answer: 'Goodbye, and thank you for your visit! You can go on writing here whenever you like.',
    related: ['hours', 'contact'],
    isSmallTalk: true,
  },
  {
    id: 'complaint',
    question: 'I would like to complain',
    keywords: [
      'complain',
      'complaint',
      'useless',
      'terrible',
      'angry',
      'disappointed',
      'not happy',
      'unhappy',
      'rude',
      'ridiculous',
    ],
    answer:
      'I am sorry that we have let you down. Tell me what happened, or let me fetch a person who can put it right.',
    related: ['contact', 'returns'],
  },
  {
    id: 'offers',
    question: 'Are there any offers?',
    keywords: ['offer', 'offers', 'discount', 'promo code', 'coupon', 'sale', 'special price'],
    answer:
      'We have no discount codes. At the moment the *Woodsmoke candle* is reduced to **€22**, and small items are delivered free of charge from €60.',
    related: ['delivery-cost', 'gift-cards'],
  },
  {
    id: 'ok',
    question: 'OK',
    keywords: ['ok', 'okay', 'never mind', 'alright', 'all right', 'perfect'],
    answer: 'All right. Is there anything else I can do?',
    related: ['tracking', 'delivery'],
    isSmallTalk: true,
  },
];
