import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entitiesIn, isPersonal } from '../../../src/emulator/model/entities.ts';
import { shareOf } from '../../support/sizes.ts';

describe('recognised entities', () => {
  it.each<[string, readonly object[]]>([
    ['Where is my parcel?', []],
    ['We are 3, or 12, and come at 9:30', []],
    [
      'My name is Ada Moreno, and the order number is 12345.',
      [{ name: 'Ada Moreno' }, { order_number: '12345' }],
    ],
    ['Je m’appelle Luc et ma commande est 4711', [{ name: 'Luc' }, { order_number: '4711' }]],
    ["je m'appelle Zoë d’Arc", [{ name: 'Zoë' }]],
    ['my name is wei', [{ name: 'wei' }]],
    ['Mon nom est 李', [{ name: '李' }]],
    ['order #123456789012', [{ order_number: '123456789012' }]],
    ['orders 4711 and #4712, then order no. 4711 again', [{ order_number: ['4711', '4712'] }]],
    [' 4711. ', [{ order_number: '4711' }]],
    ['+44 20 7946 0018', [{ phone_number: '+44 20 7946 0018' }]],
    ['Call (020) 7946-0018, or 020.7946.0019', [{ phone_number: ['(020) 7946-0018', '020.7946.0019'] }]],
    ['My card is 4111 1111 1111 1111', [{ number: '4111 1111 1111 1111' }]],
    ['on 2026-11-02', [{ number: '2026-11-02' }]],
    [
      'Write to <ada@example.org>, or to b.c+d@x.example.',
      [{ email: ['ada@example.org', 'b.c+d@x.example'] }],
    ],
    ['ada4711@example.org', [{ email: 'ada4711@example.org' }]],
  ])('finds the entities in: %s', (text, entities) => {
    expect(entitiesIn(text)).toEqual(entities);
    expect(isPersonal(text)).toBe(entities.length > 0);
  });

  it('finds every number of four or more digits and every email address at any position', () => {
    const filler = fc.constantFrom('', ' ', 'order ', 'my name is ', 'a@', '#', '. ', '+', '(');
    const personal = fc.oneof(fc.stringMatching(/^\d{4,20}$/), fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}$/));
    fc.assert(
      fc.property(filler, personal, filler, (before, text, after) => {
        expect(isPersonal(before + text + after)).toBe(true);
      }),
    );
  });

  // A pattern with quadratic cost would take hours, and exceed the time limit of the test.
  it.each(['1', ' ', '@', 'a', 'order ', 'My name is ', '(1', '+'])(
    'finds entities in linear time in many %j',
    (piece) => {
      expect(entitiesIn(piece.repeat(shareOf(2_000_000)))).toEqual(expect.any(Array));
    },
  );
});
