import { expect, it } from 'vitest';
import { splitPrice } from '../../../src/widget/transcript/split-price.ts';

it.each([
  ['Desk lamp, €49.00', 'Desk lamp', '€49.00'],
  ['Schreibtischlampe, 49,00\u00a0€', 'Schreibtischlampe', '49,00\u00a0€'],
  ['Desk lamp – CHF 1’290', 'Desk lamp', 'CHF 1’290'],
  ['Lampe : 1 290,00 EUR', 'Lampe', '1 290,00 EUR'],
  ['Lampa · 199 zł', 'Lampa', '199 zł'],
  ['Lamp, small, $5', 'Lamp, small', '$5'],
])('the price at the end of a title is apart: %s', (title, name, price) => {
  expect(splitPrice(title)).toEqual([name, price]);
});

it.each([
  'Desk lamp',
  'Lamp €49',
  '€49.00',
  ', €49.00',
  'Chapter 1: 49',
  'Room 12, floor 3',
  'Model, ABC',
  '',
])('a title without a price after a separator stays whole: %s', (title) => {
  expect(splitPrice(title)).toEqual([title]);
});
