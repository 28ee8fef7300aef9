import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskNumbers } from '../../../src/relay/admin/journals/mask-numbers.ts';

const NAMES = [
  'phone',
  'phone_number',
  'phoneNumber',
  'customer_phone_number',
  'phone_numbers',
  'caller',
  'caller_id',
  'callerId',
  'callee',
  'tel',
  'telephone',
  'Telefonnummer',
  'rufnummer',
  'mobile',
  'mobilePhone',
  'cell_phone',
  'handy',
  'fax-number',
  'msisdn',
  'ani',
  'dnis',
  'from',
  'to',
  'from_number',
  'x-sip-from',
  'sms_to',
  'whatsapp',
  'contact',
  'handoff_destination',
  'numero',
];

const digits = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 13 })
  .map((it) => `1${it.join('')}`);
/** A number as people write it. */
const written = fc
  .tuple(digits, fc.constantFrom('', '+', '00', 'tel:', 'sip:+'), fc.constantFrom('', ' ', '-', '.'))
  .map(([all, before, gap]) => ({ all, text: before + all.replace(/(\d{3})(?=\d)/g, `$1${gap}`) }));

const SHAPES = [
  (text: string) => text,
  (_: string, all: string) => Number(all),
  (text: string) => [text, { first: text }],
  (text: string) => JSON.stringify({ value: [text] }),
] as const;

describe('numbers in a body of an unknown shape', () => {
  it('numbers are whole nowhere: each name, each shape', () => {
    for (const name of NAMES)
      for (const shape of SHAPES)
        fc.assert(
          fc.property(written, ({ all, text }) => {
            const masked = JSON.stringify(maskNumbers({ data: { [name]: shape(text, all) } }));
            expect([name, masked.replace(/[^\d]/g, '').length <= 4]).toEqual([name, true]);
          }),
          { numRuns: 8 },
        );
  });

  it.each([
    ['call me at +49 (0)30 / 123-4567 now', 'call me at +** (*)** / ***-**67 now'],
    ['＋４９ 30 1234567', '＋** ** *****67'],
    ['https://crm.example/?n=%2B493012345678&x=1', 'https://crm.example/?n=%2B**********78&x=1'],
    ['"{\\"caller\\":\\"030 1234567\\"}"', '"{\\"caller\\":\\"*** *****67\\"}"'],
    ['sip:4930123456@pbx.example;x=1', 'sip:********56@pbx.example;x=1'],
  ])('masks a number in a text wherever it stands: %s', (text, expected) => {
    expect(maskNumbers({ note: text })).toEqual({ note: expected });
  });

  it('leaves everything else as it is', () => {
    const alert = {
      id: 'evt_0123456789',
      type: 'alerts.triggered',
      created_at: '2026-11-27T10:00:00.123+01:00',
      data: {
        alert_rule_id: 'ar_12345678',
        name: 'More than +50 in 60 min',
        threshold_value: 1_000_000_000,
        current_value: 12_345_678.5,
        from: '2026-11-27T09:00:00Z',
        turn_number: 3,
        contact: 'desk@shop.example',
        call_sid: 'CA0123456789abcdef',
        hotel: 'tel aviv 1',
        state: 'alert',
        broken: '{"phone": ',
        nothing: null,
      },
    };
    expect(maskNumbers(alert)).toEqual(alert);
  });

  it('drops an unknown shape such as the state of a conversation', () => {
    expect(maskNumbers({ state: { name: 'Ada' } })).toEqual({ state: null });
  });

  it('drops what is nested too deeply, and keeps the names that objects have', () => {
    const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => [inner], '+493012345678');
    expect(JSON.stringify(maskNumbers(deep))).not.toContain('678');
    const body: unknown = JSON.parse('{"__proto__":{"phone":"+493012345678"}}');
    expect(JSON.stringify(maskNumbers(body))).toBe('{"__proto__":{"phone":"+**********78"}}');
  });
});
