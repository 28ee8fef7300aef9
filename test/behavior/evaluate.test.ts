import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, evaluateBehavior, parseBehavior } from '../../src/behavior/index.ts';

const on = (channel: (typeof CHANNELS)[number], language: string) => ({ channel, language });

//
describe('evaluateBehavior', () => {
  const TEXT = [
    'Be kind.',
    '<channel:voice>',
    'Speak slowly.',
    '<language:de>Sag du.</language>',
    '</channel>',
    '<language:en>Say you.<channel:webchat> Use lists.</channel></language>',
    'End.',
    '',
  ].join('\n');

  it.each([
    [on('voice', 'de'), 'Be kind.\nSpeak slowly.\nSag du.\n\nEnd.\n'],
    [on('voice', 'en'), 'Be kind.\nSpeak slowly.\n\nSay you.\nEnd.\n'],
    [on('webchat', 'en-US'), 'Be kind.\nSay you. Use lists.\nEnd.\n'],
    [on('sms', 'fr'), 'Be kind.\n\nEnd.\n'],
  ])('returns the text that applies to %j', (audience, expected) => {
    expect(evaluateBehavior(TEXT, audience)).toBe(expected);
  });

  it.each([
    ['en', 'en', true],
    ['en', 'en-US', true],
    ['en-US', 'en-US', true],
    ['en-US', 'en-GB', false],
    ['en-US', 'en', false],
    ['en', 'de', false],
    ['es', 'es-419', true],
    ['zh-TW', 'zh-Hant-TW', true],
    ['en-US', 'EN-us', true],
  ])('matches the tag %s with the language %s: %s', (tag, language, isMatch) => {
    expect(evaluateBehavior(`<language:${tag}>x</language>`, on('sms', language))).toBe(isMatch ? 'x' : '');
  });

  it('gives the same result for either nesting of two tags', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANNELS),
        fc.constantFrom('en', 'en-US', 'de'),
        fc.constantFrom(...CHANNELS),
        fc.constantFrom('en', 'en-US', 'en-GB', 'de'),
        (channel, tag, where, language) => {
          const one = `<channel:${channel}><language:${tag}>x</language></channel>`;
          const other = `<language:${tag}><channel:${channel}>x</channel></language>`;
          expect(evaluateBehavior(one, on(where, language))).toBe(
            evaluateBehavior(other, on(where, language)),
          );
        },
      ),
    );
  });

  it('keeps text without tags byte for byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/<\/?\s*(channel|language)/i.test(text));
        expect(evaluateBehavior(text, on('voice', 'en'))).toBe(text);
      }),
    );
  });

  it('evaluates the example of the documentation as described there', () => {
    const [, example = ''] = /```text\n([\s\S]*?)```/.exec(readFileSync('docs/behavior.md', 'utf8')) ?? [];
    expect(parseBehavior(example).issues).toEqual([]);
    expect(evaluateBehavior(example, on('voice', 'de-AT'))).toBe('Be kind.\nSpeak slowly.\nSag du.\n');
    expect(evaluateBehavior(example, on('webchat', 'de-AT'))).toBe('Be kind.\n');
  });

  it('leaves out the text under an invalid tag', () => {
    expect(evaluateBehavior('a<channel:fax>b</channel>c', on('voice', 'en'))).toBe('ac');
  });

  it('evaluates tags that are nested 100,000 deep', () => {
    const depth = 100_000;
    const text = `${'<channel:sms>'.repeat(depth)}x${'</channel>'.repeat(depth)}`;
    expect([evaluateBehavior(text, on('sms', 'en')), evaluateBehavior(text, on('voice', 'en'))]).toEqual([
      'x',
      '',
    ]);
  });
});
