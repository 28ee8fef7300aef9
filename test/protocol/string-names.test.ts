import { expect, it } from 'vitest';
import { STRING_NAMES } from '../../src/protocol/string-names.ts';
import { english } from '../../src/widget/locales/translations/strings.ts';

it('a branding file may name every string of the widget and no other', () => {
  const all = Object.keys(english);
  expect([...STRING_NAMES].sort()).toEqual(all.sort());
});
