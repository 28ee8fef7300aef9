import { expect, it } from 'vitest';
import { webhookAddress } from '../../src/relay/config/webhook-address.ts';

const SECRET = Buffer.from('0123456789abcdefghijklmn').toString('base64');
const read = (value: string) => webhookAddress.schema.safeParse(value).data;

it('the address of a webhook has a secret behind it, or none', () => {
  expect([read('https://hooks.example/a?b=c'), read(`https://hooks.example/a#whsec_${SECRET}`)]).toEqual([
    { url: 'https://hooks.example/a?b=c', secret: undefined },
    { url: 'https://hooks.example/a', secret: new Uint8Array(Buffer.from(SECRET, 'base64')) },
  ]);
});

it.each([
  'http://hooks.example/a',
  'hooks.example',
  'https://hooks.example/a#whsec_short',
  'https://h.example/#x',
])('the address %s is refused', (value) => expect(read(value)).toBe(undefined));
