/** Phone policy (S-33): a written number and the URL of its link; undefined: it stays text. */

type Row = readonly [written: string, href: string | undefined];

const DIGITS = '442079460000123456';
const SEPARATORS = [
  ' ',
  '-',
  '.',
  '(',
  ')',
  '\u00a0',
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2015',
  '\ufeff',
  '\t',
];
/** Characters that must not be in a number: dialler commands, digits of other scripts, URL and control characters. */
const INVALID =
  '* # , ; p w / \\ x & = ? @ : < > " \' % ~ _ | ^ [ ] { } $ ! + ٣ ３ ² Ⅷ ० \0 \u200b \u200e \u202e \u2066 \ud83d\udcde'.split(
    ' ',
  );

const lengths = Array.from({ length: 18 }, (_, at) => DIGITS.slice(0, at + 1));
const isNumber = ({ length }: string) => length >= 3 && length <= 15;

export const PHONES: readonly Row[] = [
  ...lengths.map((length): Row => [length, isNumber(length) ? `tel:${length}` : undefined]),
  ...lengths.map((length): Row => [`+${length}`, isNumber(length) ? `tel:+${length}` : undefined]),
  ...SEPARATORS.flatMap((separator): Row[] => [
    [`0800${separator}123456`, 'tel:0800123456'],
    [`${separator}+44${separator}${separator}20${separator}`, 'tel:+4420'],
    [separator.repeat(5), undefined],
  ]),
  ...INVALID.flatMap((sign): Row[] => [
    [`0800${sign}123`, undefined],
    [`${sign}0800123`, sign === '+' ? 'tel:+0800123' : undefined],
    [`0800123${sign}`, undefined],
  ]),
  ['', undefined],
  ['tel:0800123456', undefined],
  ['javascript:alert(1)', undefined],
  ['0800 CALL NOW', undefined],
  ['112\u0000', undefined],
  ['++44 20', undefined],
  ['+44+20', undefined],
  ['1e10', undefined],
  ['0x7f000001', undefined],
  ['-112', 'tel:112'],
  ['112;phone-context=exit.test', undefined],
  ['112?body=SECRET', undefined],
  ['%31%31%32', undefined],
  ['112%20', 'tel:112'],
  ['*#06#', undefined],
  ['**21*0800123456#', undefined],
  ['112,,,1234', undefined],
  ['112\n113', 'tel:112113'],
];
