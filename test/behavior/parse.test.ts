import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBehavior } from '../../src/behavior/index.ts';

/** "2:5 unknown_channel". */
const issuesIn = (text: string) =>
  parseBehavior(text).issues.map(({ line, column, code }) => `${line}:${column} ${code}`);

//
describe('parseBehavior', () => {
  it.each([
    'Be kind.',
    '<channel:voice>Speak slowly.</channel>',
    '<channel:webchat>a</channel><channel:sms>b</channel>',
    '<language:en>Hello<language:en-GB> there</language></language>',
    '<channel:voice><language:de>eins</language></channel>',
    '<language:de><channel:voice>zwei</channel></language>',
    'Prices < 5 > 3, <b>bold</b>, <channels>, <language-pack>, <a href="x">',
    '',
    '<channel:voice>\r\n\tzeile\r\n</channel>\r\n',
  ])('reports no issue in %j', (text) => {
    expect(issuesIn(text)).toEqual([]);
  });

  it.each([
    ['<channel:fax>a</channel>', ['1:1 unknown_channel']],
    ['<channel:Voice>a</channel>', ['1:1 unknown_channel']],
    ['<channel:voice >a</channel>', ['1:1 unknown_channel']],
    ['<language:english>a</language>', ['1:1 malformed_language']],
    ['<language:EN>a</language>', ['1:1 malformed_language']],
    ['<language:en-gb>a</language>', ['1:1 malformed_language']],
    ['<language:en_GB>a</language>', ['1:1 malformed_language']],
    ['<channel>a</channel>', ['1:1 missing_value']],
    ['<language:>a</language>', ['1:1 missing_value']],
    ['<channel voice>a</channel>', ['1:1 malformed_tag']],
    ['<Channel:voice>a', ['1:1 malformed_tag']],
    ['< channel:voice>a', ['1:1 malformed_tag']],
    ['a <channel:voice', ['1:3 malformed_tag']],
    ['<channel:voice\n>a', ['1:1 malformed_tag']],
    ['<channel:voice>a</channel:voice>', ['1:17 close_with_value']],
    ['<channel:voice>a</channel >', ['1:17 close_with_value']],
    ['a</language>', ['1:2 close_without_open']],
    [
      '<channel:voice><language:en>a</channel></language>',
      ['1:30 close_of_other_kind', '1:40 close_of_other_kind'],
    ],
    ['one\ntwo <channel:voice>a', ['2:5 unclosed_tag']],
    ['<channel:voice><language:en>', ['1:1 unclosed_tag', '1:16 unclosed_tag']],
    ['😀\t<channel:x>', ['1:4 unclosed_tag', '1:4 unknown_channel']],
    [
      '<channel:fax>\n</language>\n</channel>',
      ['1:1 unknown_channel', '2:1 close_of_other_kind', '3:1 close_without_open'],
    ],
  ])('reports the issues in %j', (text, expected) => {
    expect([...issuesIn(text)].sort()).toEqual([...expected].sort());
  });

  it('says what is expected, and escapes control characters', () => {
    const messages = (text: string) => parseBehavior(text).issues.map(({ message }) => message);
    expect([
      ...messages('<channel:\u001b[31m>a</channel>'),
      ...messages('<language:x>a</language>'),
      ...messages('<channel:sms><language:en>a</channel></channel>'),
    ]).toEqual([
      '"\\u001b[31m" is not a channel; expected voice, webchat, sms',
      '"x" is not a language; expected xx or xx-XX',
      '</channel> closes <language> of line 1, opened last',
    ]);
  });

  const tags = fc.constantFrom(
    '<channel:voice>',
    '<channel:sms>',
    '<language:en>',
    '<language:en-US>',
    '</channel>',
    '</language>',
    '<channel:',
    '</',
    '>',
    '\n',
    '\r\n',
    ' ',
    '\ud800',
  );
  const texts = fc.array(fc.oneof(tags, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 30 });

  it('never throws, and each issue points at the bracket of a tag', () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('');
        const lines = text.split('\n');
        const { issues } = parseBehavior(text);
        expect(issues.map(({ line, column }) => lines[line - 1]?.[column - 1])).toEqual(
          issues.map(() => '<'),
        );
      }),
    );
  });

  it('returns pieces that join to the text without its tags', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z ]{1,5}$/), { minLength: 1 }), (words) => {
        const text = words.map((word) => `x${word}<channel:sms>${word}y</channel>`).join('');
        expect(
          parseBehavior(text)
            .pieces.map((piece) => piece.text)
            .join(''),
        ).toBe(text.replace(/<[^>]*>/g, ''));
      }),
    );
  });

  it.each([
    ['closing tags', '</channel>'],
    ['opening tags', '<channel:voice>'],
    ['unknown channels on lines of their own', '<channel:x>\n'],
  ])('stops at 200 issues of a text of %s', (_, tag) => {
    expect(parseBehavior(tag.repeat(50_000)).issues).toHaveLength(200);
  });

  it('quotes at most 40 characters of a value', () => {
    const [issue] = parseBehavior(`<channel:${'x'.repeat(100_000)}></channel>`).issues;
    expect(issue?.message).toBe(`"${'x'.repeat(40)}…" is not a channel; expected voice, webchat, sms`);
  });
});
