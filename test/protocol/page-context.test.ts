import { describe, expect, it } from 'vitest';
import { readPageContext } from '../../src/protocol/page-context.ts';

describe('the context of a page', () => {
  it('reads the fields of a page as texts', () => {
    const given = { order: '4711', total: 12.5, 'is-member': true, 'cart.id': '' };
    expect(readPageContext(given)).toEqual({
      context: { order: '4711', total: '12.5', 'is-member': 'true', 'cart.id': '' },
      issues: [],
    });
  });

  it.each([
    [undefined, 0],
    [{}, 0],
    [null, 1],
    ['text', 1],
    [['a'], 1],
  ])('reads nothing from %j', (given, faults) => {
    const issues = ['expects an object of texts'].slice(0, faults);
    expect(readPageContext(given)).toEqual({ context: {}, issues });
  });

  it('leaves out what may not be sent, and says why', () => {
    const given = {
      order: '4711',
      'two words': 'x',
      local_id: 'mine',
      ['n'.repeat(65)]: 'x',
      items: ['a'],
      note: 'x'.repeat(257),
    };
    expect(readPageContext(given)).toEqual({
      context: { order: '4711' },
      issues: [
        'two words is no name: 1 to 64 letters, digits, _ . -',
        'local_id is no name: 1 to 64 letters, digits, _ . -',
        `${'n'.repeat(65)} is no name: 1 to 64 letters, digits, _ . -`,
        'items must be a text of at most 256 characters',
        'note must be a text of at most 256 characters',
      ],
    });
  });

  it('reads at most twenty fields', () => {
    const given = Object.fromEntries(Array.from({ length: 22 }, (_, nth) => [`field${nth}`, nth]));
    const { context, issues } = readPageContext(given);
    expect([Object.keys(context).length, issues]).toEqual([
      20,
      ['field20 is one of more than 20', 'field21 is one of more than 20'],
    ]);
  });

  it('ignores what a script has added to all objects', () => {
    const polluted = Object.create({ role: 'admin' });
    expect(readPageContext(Object.assign(polluted, { order: '1' })).context).toEqual({ order: '1' });
  });
});
