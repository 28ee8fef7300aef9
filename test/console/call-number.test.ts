import { describe, expect, it } from 'vitest';
import { checkNumber } from '../../src/console/pages/calls/number.ts';

//
describe('a number that is to be called', () => {
  it.each([
    ['', '', { status: 'empty' }],
    ['  ', 'GB', { status: 'empty' }],
    ['+1 (415) 555-2671', '', { status: 'e164', number: '+14155552671' }],
    ['+14155552671', 'GB', { status: 'e164', number: '+14155552671' }],
    ['020 7946 0018', 'GB', { status: 'national', number: '02079460018', country: 'GB' }],
    ['020 7946 0018', '', { status: 'invalid', problem: 'no-country' }],
    ['020 7946 0018', 'G', { status: 'invalid', problem: 'country' }],
    ['+0 415', 'GB', { status: 'invalid', problem: 'no-country' }],
    ['+', '', { status: 'invalid', problem: 'short' }],
    ['+1', '', { status: 'invalid', problem: 'short' }],
    ['+1415CALLME', '', { status: 'invalid', problem: 'letters' }],
    ['1+415', '', { status: 'invalid', problem: 'letters' }],
    ['+1234567890123456', '', { status: 'invalid', problem: 'long' }],
  ])('the number %j with the country %j is %j', (text, country, checked) => {
    expect(checkNumber(text, country)).toEqual(checked);
  });
});
