import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasHash, hashOf, isSameSecret } from '../../src/relay/same-secret.ts';

const SRC = resolve(import.meta.dirname, '../../src/relay');

describe('comparing secrets (S-09)', () => {
  it('takes what is equal and nothing else, whatever the lengths', () => {
    const right = 'CNRY-right';
    const others = ['', 'CNRY-righ', 'CNRY-rightx', 'XNRY-right', 'CNRY-righT', 'CNRY-right\0'];
    expect([isSameSecret(right, right), ...others.map((it) => isSameSecret(it, right))]).toEqual([
      true,
      ...others.map(() => false),
    ]);
    expect([hasHash(right, hashOf(right)), ...others.map((it) => hasHash(it, hashOf(right)))]).toEqual([
      true,
      ...others.map(() => false),
    ]);
  });

  it('takes a hash that is none for a wrong one', () => {
    expect(['', 'zz', hashOf('a').slice(2), `${hashOf('a')}00`].map((it) => hasHash('a', it))).toEqual(
      Array(4).fill(false),
    );
  });

  it('is done in one place', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.ts'));
    const own = files.filter((it) => readFileSync(join(SRC, it), 'utf8').includes('timingSafeEqual'));
    expect(own).toEqual(['same-secret.ts']);
  });
});
