import { describe, expect, it } from 'vitest';
import { readContextToken } from '../../../../src/emulator/hosts/messaging/context-token.ts';
import { contextToken } from '../../../support/context-token.ts';

const KEY = 'key-of-the-site-1';
const NOW = 1_764_000_000;
const CLAIMS = {
  sub: 'context-1',
  iat: NOW - 1,
  exp: NOW + 29,
  ctx: { name: 'Ada', plan: 3, vip: true, boss: null },
};
const read = (token: string) =>
  readContextToken(token, { key: KEY, contextId: 'context-1', now: NOW * 1_000 });
const none = Buffer.from('{"alg":"none"}').toString('base64url');

describe("M-7.10: a site's token about its visitor", () => {
  it('M-7.10: tells what the site says', () => {
    expect(read(contextToken(KEY, CLAIMS))).toEqual(CLAIMS.ctx);
  });

  it.each<readonly [string, string]>([
    ['another key', contextToken('key-of-the-site-2', CLAIMS)],
    ['no signature', `${none}.${contextToken(KEY, CLAIMS).split('.')[1]}.`],
    ['another algorithm', contextToken(KEY, CLAIMS, { alg: 'none' })],
    ['a fourth part', `${contextToken(KEY, CLAIMS)}.x`],
    ['no parts', 'token'],
    ['another context', contextToken(KEY, { ...CLAIMS, sub: 'context-2' })],
    ['a life of 31 s', contextToken(KEY, { ...CLAIMS, exp: NOW + 30 })],
    ['an end in the past', contextToken(KEY, { ...CLAIMS, iat: NOW - 30, exp: NOW })],
    ['a beginning in the future', contextToken(KEY, { ...CLAIMS, iat: NOW + 6, exp: NOW + 10 })],
    ['no times', contextToken(KEY, { sub: 'context-1', ctx: {} })],
    ['times that are no whole numbers', contextToken(KEY, { ...CLAIMS, exp: NOW + 0.5 })],
    ['nested fields', contextToken(KEY, { ...CLAIMS, ctx: { order: { id: 7 } } })],
    ['more than 8 KB of fields', contextToken(KEY, { ...CLAIMS, ctx: { text: 'x'.repeat(8_192) } })],
    ['fields that are no object', contextToken(KEY, { ...CLAIMS, ctx: ['Ada'] })],
    ['more than 16 KB', contextToken(KEY, { ...CLAIMS, other: 'x'.repeat(16_384) })],
  ])('M-7.10: refuses a token with %s', (_, token) => {
    expect(read(token)).toBeUndefined();
  });
});
