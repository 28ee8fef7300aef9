import { describe, expect, it } from 'vitest';
import { readContent } from '../../../src/emulator/shop/content-file.ts';
import { parseLanguage } from '../../../src/emulator/shop/language-content.ts';

type Json = Record<string, unknown>;

/** The English content, with the value at a path replaced. */
function withValue(path: string, value: unknown): Json {
  const content = structuredClone(readContent('en.json')) as Json;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((at, key) => at[key] as Json, content);
  parent[last] = value;
  return content;
}

const parsed = (path: string, value: unknown) => parseLanguage('en.json', withValue(path, value));

describe('the content of a language', () => {
  it.each([
    ['phrases.greeting', undefined, 'phrases.greeting: Invalid input'],
    ['phrases.greetings', 'Hello', 'phrases: Unrecognized key: "greetings"'],
    ['phrases.price', '{sum} €', 'phrases.price: expected the names {amount}, each once'],
    [
      'phrases.order',
      '{number} {state}',
      'phrases.order: expected the names {number}, {items}, {state}, each once',
    ],
    ['phrases.cards.0.product', 'sofa', 'phrases.cards.0.product: no product "sofa"'],
    ['questions.3.related', ['store', 'sofas'], 'questions.3.related: no question "sofas"'],
    ['questions.0.answer', undefined, 'questions.0: expected either answer or asksForOrder'],
    [
      'questions.2.keywords',
      'delivery, Größe',
      'questions.2.keywords: "Größe" is neither a list nor a phrase in lower case without accents or punctuation',
    ],
    [
      'wording.person.requests.0.targets',
      '@person',
      'wording.person.requests.0.targets: "@person" is neither a list nor a phrase in lower case without accents or punctuation',
    ],
    [
      'lists.persons',
      'human, @anybody',
      'lists.persons: "@anybody" is neither a list nor a phrase in lower case without accents or punctuation',
    ],
  ])('refuses content with the file and the path of a faulty entry: %s', (path, value, fault) => {
    expect(() => parsed(path, value)).toThrow(`unable to read public/shop/content/en.json; ${fault}`);
  });

  it('names all faulty entries', () => {
    const content = { ...withValue('phrases.next', 1), questions: 'none' };
    expect(() => parseLanguage('en.json', content)).toThrow(/phrases\.next: .*; questions: /);
  });

  it('fills the values into a sentence, whatever they contain', () => {
    const { order } = parsed('phrases.order', 'N {number}, {items}: {state}').phrases;
    expect(order({ number: '$&', items: '{state}', state: 'here' })).toBe('N $&, {state}: here');
  });

  it('includes the lists that a list of phrases names', () => {
    expect(parsed('wording.order.nouns', 'order, @persons').wording.order.nouns).toContain('human being');
  });

  it('joins the lines of a text', () => {
    expect(parsed('phrases.next', ['You are', '', 'next.']).phrases.next).toBe('You are\n\nnext.');
  });
});

it('an unreadable content file is refused by its name', () => {
  expect(() => readContent('xx.json')).toThrow(/^unable to read public\/shop\/content\/xx\.json; .*ENOENT/);
});
