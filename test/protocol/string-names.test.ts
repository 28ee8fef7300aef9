import { expect, it } from 'vitest';
import { STRING_NAMES } from '../../src/protocol/string-names.ts';
import { english } from '../../src/widget/locales/translations/strings.ts';

it('the names that a branding file may use are those of all strings of the widget', () => {
  const all = Object.keys(english);
  expect([...STRING_NAMES].sort()).toEqual(all.sort());
});
