import { describe, expect, it } from 'vitest';
import { type Meaning, understand } from '../../../src/emulator/agent/understand.ts';
import type { AskedFor } from '../../../src/emulator/model/conversation.ts';
import { FAQ } from '../../../src/emulator/shop/content.ts';
import { LANGUAGES, type Language } from '../../../src/emulator/shop/languages.ts';

/** A meaning in words: its kind, and what it is about. */
function inWords(meaning: Meaning | undefined): string {
  if (meaning === undefined) return 'nothing';
  switch (meaning.kind) {
    case 'language':
      return `language ${meaning.language}`;
    case 'order':
    case 'replacement':
      return `${meaning.kind} ${meaning.number ?? '?'}`;
    case 'damaged':
    case 'products':
      return [meaning.kind, ...meaning.products.map(({ id }) => id)].join(' ');
    case 'faq':
      return meaning.entry.id;
    default:
      return meaning.kind;
  }
}
const meaningOf = (text: string, asked?: AskedFor, current: Language = 'en') =>
  inWords(understand(text, current, asked).meaning);

describe('the understanding of the agent', () => {
  it('understands its own questions, whatever the language of the conversation', () => {
    for (const language of LANGUAGES)
      for (const { id, question } of FAQ[language])
        for (const current of LANGUAGES)
          expect([question, current, meaningOf(question, undefined, current)]).toEqual([
            question,
            current,
            id,
          ]);
  });

  it.each([
    ['wheres my oder 4712', 'en', 'order 4712'],
    ['Habt ihr das auch in blau?', 'en', 'colours'],
  ] as const)('understands what people type: %s', (text, current, meaning) => {
    expect(meaningOf(text, undefined, current)).toBe(meaning);
  });

  it.each([
    ['I want to talk to a human please', 'person'],
    ['Talk to a person', 'person'],
    ['can i speak with someone', 'person'],
    ['CAN I SPEAK TO A REAL PERSON???', 'person'],
    ['human please!', 'person'],
    ['Agent', 'person'],
    ['operator', 'person'],
    ['live agent', 'person'],
    ['a real human being, please', 'person'],
    ['customer service', 'person'],
    ['connect me to an agent', 'person'],
    ['Could you put me through to your customer care?', 'person'],
    ['get me a human', 'person'],
    ['I need a representative', 'person'],
    ['I would like to speak to a person', 'person'],
    ["i'd rather talk to somebody", 'person'],
    ['Can someone help me?', 'person'],
    ['Is there anyone I can talk to?', 'person'],
    ["Don't you have a real person there?", 'person'],
    ["why can't I talk to a human", 'person'],
    ['This is not helping get me a person', 'person'],
    ['No, I want a human', 'person'],
    ["I don't want to talk to a bot, give me a human", 'person'],
    ['I want a human not a bot', 'person'],
    ["I don't want a bot but a human", 'person'],
    ['let me speak to the manager', 'person'],
    ['i want to tlak to a humna', 'person'],
    ['spaek to a persn pls', 'person'],
    ['are you a bot? I need a human', 'person'],
    ['I need somebody to help me', 'person'],
    ['gimme a human', 'person'],
    ['please transfer me', 'person'],
  ])('understands a wish for a person: %j', (text, expected) => {
    expect(meaningOf(text)).toBe(expected);
  });

  it.each([
    ['I do not want to talk to a human', 'no-person'],
    ["please don't connect me to an agent", 'no-person'],
    ['No human please', 'no-person'],
    ["I don't need a person", 'no-person'],
    ["I'd rather not speak to a person", 'no-person'],
    ["I don't think I need a human", 'no-person'],
    ['can we do this without a human', 'no-person'],
    ['are you a bot?', 'bot'],
    ['Are you human', 'bot'],
    ['r u a robot', 'bot'],
    ['are you real?', 'bot'],
    ['Am I talking to a real person?', 'bot'],
    ["you're not a human, are you", 'bot'],
    ['is this chatgpt', 'bot'],
    ['goodbye', 'goodbye'],
    ['Bye!', 'goodbye'],
    ['ok thanks, bye bye', 'goodbye'],
    ['how long does shipping take', 'delivery'],
    ['my card was declined', 'payment-failed'],
    ['do you have a gift card', 'gift-cards'],
    ["don't transfer me", 'nothing'],
    ['bot?', 'bot'],
    ['I want to complain', 'complaint'],
    ['the delivery person was rude', 'delivery'],
    ['I am the manager of a hotel', 'nothing'],
    ['can you call me back', 'contact'],
    ['how are you?', 'hello'],
    ['show me a card', 'payment'],
    ['no thanks', 'thanks'],
    ['okay', 'ok'],
    ['I am a human', 'nothing'],
    ['The stool is for a person of 2 metres', 'products nub'],
    ['How many people work in the workshop?', 'nothing'],
    ['Can a person of 120 kg sit on the stool?', 'products nub'],
    ['I want to suggest something', 'nothing'],
    ['that was quiet a long wait', 'nothing'],
    ['who can I talk to', 'contact'],
    ['there was an error in my invoice', 'payment'],
    ['thank you for the image', 'thanks'],
  ])('finds neither a request for a person nor a command in %j', (text, expected) => {
    expect(meaningOf(text)).toBe(expected);
  });

  it.each([
    ['where is my order 4711', 'order 4711'],
    ['Where is my order #4711?', 'order 4711'],
    ['order 4711', 'order 4711'],
    ['4711', 'order 4711'],
    ['LO-4471', 'order 4471'],
    ['My order number is 4712.', 'order 4712'],
    ['wheres my ordr 4711', 'order 4711'],
    ['has parcel 4713 been shipped', 'order 4713'],
    ['where is my order', 'tracking'],
    ['WHERE IS MY PARCEL', 'tracking'],
    ['Where is my lamp?', 'tracking'],
    ["my order hasn't arrived", 'tracking'],
    ['track my delivery', 'tracking'],
    ['can I return order 4711', 'returns'],
    ['I want to return my order 4711', 'returns'],
    ['status 4711', 'order 4711'],
    ['track 4711', 'order 4711'],
    ["I ordered a lamp last week and it hasn't come", 'tracking'],
    ['how can I pay order 4711', 'payment'],
    ['I want to cancel my order', 'change-order'],
    ['can i still change the address of order 4711', 'change-order'],
    ['there are 5000 lamps in my street', 'bulbs'],
  ])('understands questions about an order: %j', (text, expected) => {
    expect(meaningOf(text)).toBe(expected);
  });

  it.each([
    ['how much is the Halo lamp?', 'products halo'],
    ['how much is the lamp', 'products halo rill'],
    ['price of the stool', 'products nub'],
    ['What does the reed vase cost?', 'products reed'],
    ['do you sell candles', 'products woodsmoke'],
    ['Halo', 'products halo'],
    ['show me your lamps', 'products halo rill'],
    ['hello, do you have chopping boards?', 'products boards'],
    ['How tall is the Nub stool?', 'products nub'],
    ['I am looking for a pendent', 'products rill'],
    ['what do you sell?', 'products'],
    ['which bulbs fit the Halo lamp', 'bulbs'],
    ['how much is delivery of a lamp', 'delivery-cost'],
    ['how do I clean the oak stool', 'care'],
  ])('understands questions about products: %j', (text, expected) => {
    expect(meaningOf(text)).toBe(expected);
  });

  it.each([
    ['your lamp arrived broken', 'damaged halo rill'],
    ['The Reed vase I got is cracked!', 'damaged reed'],
    ['my bowl arrived damaged', 'damaged bowl'],
    ['it came broken', 'damaged'],
    ['my order 4711 arrived in pieces', 'damaged'],
    ['my lamp is not broken', 'warranty'],
    ['where do I get a replacement bulb', 'bulbs'],
    ['I got the wrong item', 'returns'],
    ['What if something arrives broken?', 'warranty'],
    ['I dropped my vase and it broke', 'warranty'],
    ['how long is the warranty', 'warranty'],
    ['do you have a discount code', 'offers'],
    ['does the warranty cover broken lamps', 'warranty'],
    ['Send me a replacement', 'replacement ?'],
    ['a replacement for order 4711 please', 'replacement 4711'],
    ['I would like my money back', 'returns'],
    ['when do you open on sunday', 'hours'],
    ['Opening hours??', 'hours'],
    ['what can you do', 'help'],
    ['help', 'help'],
    ['Do you speak French?', 'language fr'],
    ['english please', 'language en'],
    ['', 'nothing'],
    ['🙂', 'nothing'],
    ['asdf', 'nothing'],
  ])('understands questions about the rest of the shop: %j', (text, expected) => {
    expect(meaningOf(text)).toBe(expected);
  });

  it.each([
    ['Où est ma commande 4711 ?', 'fr', 'order 4711'],
    ['Bonjour, où est ma commande ?', 'fr', 'tracking'],
    ['Je voudrais parler à un humain', 'fr', 'person'],
    ["Puis-je parler à quelqu'un, s'il vous plaît ?", 'fr', 'person'],
    ['Je ne veux pas parler à un conseiller', 'fr', 'no-person'],
    ['Combien coûte la lampe Halo ?', 'fr', 'products halo'],
    ['Ma lampe est arrivée cassée', 'fr', 'damaged halo rill'],
    ['Êtes-vous un robot ?', 'fr', 'bot'],
    ['Quels sont vos horaires ?', 'fr', 'hours'],
    ['Parler à une personne', 'fr', 'person'],
    ['Je voudrais un remplacement', 'fr', 'replacement ?'],
    ['Quelle heure est-il ?', 'fr', 'nothing'],
    ['Wo ist meine Bestellung 4711?', 'de', 'order 4711'],
    ['wo bleibt mein paket', 'de', 'tracking'],
    ['Ich möchte mit einem Menschen sprechen', 'de', 'person'],
    ['Verbinden Sie mich bitte mit einem Mitarbeiter', 'de', 'person'],
    ['Mit einem Menschen sprechen', 'de', 'person'],
    ['Ich möchte nicht mit einem Menschen sprechen', 'de', 'no-person'],
    ['Was kostet die Lampe Halo?', 'de', 'products halo'],
    ['Meine Lampe kam kaputt an', 'de', 'damaged halo rill'],
    ['Bist du ein Bot?', 'de', 'bot'],
    ['Spreche ich mit einem Menschen?', 'de', 'bot'],
    ['Wann haben Sie geöffnet?', 'de', 'hours'],
    ['Bitte schicken Sie Ersatz', 'de', 'replacement ?'],
    ['Ich möchte mein Geld zurück', 'de', 'returns'],
    ['Sprechen Sie Deutsch?', 'de', 'language de'],
    ['Hallo', 'de', 'hello'],
  ] satisfies [string, Language, string][])(
    'recognises the language of a first message: %j',
    (text, language, expected) => {
      const { language: written, meaning } = understand(text, 'en');
      expect([written, inWords(meaning)]).toEqual([language, expected]);
    },
  );

  it('keeps the language where a message is in none or in both', () => {
    expect(['4711', 'Halo', 'xyzzy', ''].map((text) => understand(text, 'fr').language)).toEqual(
      Array(4).fill('fr'),
    );
    expect(understand('where is my order', 'fr').language).toBe('en');
  });

  it.each([
    ['4711', 'order 4711'],
    ["it's 4711 I believe", 'order 4711'],
    ['99', 'order 99'],
    ['47 11', 'order 4711'],
    ['AB12', 'order ab12'],
    ["I don't know it", 'no-order-number'],
    ["i can't find it", 'no-order-number'],
    ['what are your opening hours', 'hours'],
    ['talk to a person', 'person'],
  ])('understands the answer to the question for an order number: %j', (text, expected) => {
    expect(meaningOf(text, 'status')).toBe(expected);
  });

  it('understands the number of an order that is to be replaced', () => {
    expect(meaningOf('4711', 'replacement')).toBe('replacement 4711');
  });
});
