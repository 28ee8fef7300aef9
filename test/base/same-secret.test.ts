import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashOf, isSameSecret, matchesHash } from '../../src/base/same-secret.ts';

const SRC = resolve(import.meta.dirname, '../../src');

describe('comparing secrets (S-09)', () => {
  it('accepts only the equal secret, for all lengths', () => {
    const right = 'CNRY-right';
    const others = ['', 'CNRY-righ', 'CNRY-rightx', 'XNRY-right', 'CNRY-righT', 'CNRY-right\0'];
    expect([isSameSecret(right, right), ...others.map((other) => isSameSecret(other, right))]).toEqual([
      true,
      ...others.map(() => false),
    ]);
    expect([
      matchesHash(right, hashOf(right)),
      ...others.map((other) => matchesHash(other, hashOf(right))),
    ]).toEqual([true, ...others.map(() => false)]);
  });

  it('treats a malformed hash as a wrong one', () => {
    expect(
      ['', 'zz', hashOf('a').slice(2), `${hashOf('a')}00`].map((item) => matchesHash('a', item)),
    ).toEqual(Array(4).fill(false));
  });

  it('secrets are compared in one place', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const own = files.filter((file) => readFileSync(join(SRC, file), 'utf8').includes('timingSafeEqual'));
    // Cursors of pages compare a signature of bytes.
    expect(own).toEqual(['emulator/hosts/platform/page-cursor.ts']);
  });
});
