import { describe, expect, it } from 'vitest';
import { type Meaning, understand } from '../../../src/emulator/agent/understand.ts';
import { PHRASES } from '../../../src/emulator/shop/content.ts';
import type { Language } from '../../../src/emulator/shop/languages.ts';

/** The answer in a word: the entry of the shop's questions, else the kind with its products. */
function inShort(meaning: Meaning | undefined): string {
  if (meaning === undefined) return 'nothing';
  if (meaning.kind === 'faq') return meaning.entry.id;
  const products = 'products' in meaning ? meaning.products.map(({ id }) => ` ${id}`).join('') : '';
  return meaning.kind + products;
}

describe('natural questions', () => {
  it.each<[Language, string, string]>([
    ['en', 'Do you have blue lamps?', 'colours'],
    ['en', 'do you sell lamps in blue', 'colours'],
    ['en', 'What is the cheapest thing you have?', 'cheapest'],
    ['en', "what's your cheapest lamp?", 'cheapest'],
    ['en', 'Do you ship to Norway?', 'abroad'],
    ['en', 'Is delivery to Norway possible?', 'abroad'],
    ['en', 'I need a gift under 50', 'gift-ideas'],
    ['en', 'Any ideas for a present for my mother?', 'gift-ideas'],
    ['en', 'a gift under €50', 'gift-ideas'],
    ['en', 'I want a refund', 'returns'],
    ['en', 'Can I get a refund?', 'returns'],
    ['en', 'give me a refund please', 'returns'],
    ['en', 'how do I get a refund for my order', 'returns'],
    ['en', 'where the heck is my stuff', 'tracking'],
    ['en', "Where's my stuff?!", 'tracking'],
    ['en', 'Is my data safe?', 'privacy'],
    ['en', 'What do you do with my personal data?', 'privacy'],
    ['en', 'Are you human?', 'bot'],
    ['en', 'Are you a robot?', 'bot'],
    ['en', 'My vase arrived broken', 'damaged reed'],
    ['en', 'Do you have a lamp?', 'products halo rill'],
    ['en', 'How much is the Reed vase?', 'products reed'],
    ['en', 'Do you have gift cards?', 'gift-cards'],
    ['en', 'How long does delivery take?', 'delivery'],
    ['de', 'Haben Sie blaue Lampen?', 'colours'],
    ['de', 'Was ist das günstigste, was Sie haben?', 'cheapest'],
    ['de', 'Liefern Sie nach Norwegen?', 'abroad'],
    ['de', 'Ich suche ein Geschenk unter 50 Euro', 'gift-ideas'],
    ['de', 'Sind meine Daten sicher?', 'privacy'],
    ['fr', 'Avez-vous des lampes bleues ?', 'colours'],
    ['fr', 'Quel est l’article le moins cher ?', 'cheapest'],
    ['fr', 'Livrez-vous en Norvège ?', 'abroad'],
    ['fr', 'Je cherche un cadeau à moins de 50 euros', 'gift-ideas'],
    ['fr', 'Mes données sont-elles en sécurité ?', 'privacy'],
  ])('understands in %s: %s', (language, text, expected) => {
    expect(inShort(understand(text, language).meaning)).toBe(expected);
  });

  it.each(['fr', 'de'] as const)(
    'something that arrived broken is no sale after a question in %s',
    (current) => {
      const { language, meaning } = understand('my vase arrived broken', current);
      expect([language, inShort(meaning)]).toEqual(['en', 'damaged reed']);
    },
  );

  it('no answer says yes to the question if the agent is a human', () => {
    expect(Object.values(PHRASES).map(({ bot }) => /^(yes|ja|oui)/i.test(bot))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
