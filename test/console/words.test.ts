import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../src/console/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  // The preview speaks as an agent.
  (name) => /\.tsx?$/.test(name) && !name.endsWith('words.ts') && name !== 'preview.ts',
);

/** Texts that a person would read: those between tags, attributes that are read out, and sentences. */
const WORDS = [
  />[^<>{}()=;&|]*[A-Za-z]{2,}[^<>{}()=;&|]*<\//g,
  /\s(?:label|title|placeholder|alt|aria-label)="[^"]*[a-z]{3,}[^"]*"/g,
  /(['`])[A-Z][a-z]+[,.]? [a-z]+[^'`]*\1/g,
];

describe('the pages of the console', () => {
  it('the pages of the console take their words from the catalogue', () => {
    const found = files.flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '');
      return WORDS.flatMap((pattern) => text.match(pattern) ?? []).map((word) => `${file}: ${word.trim()}`);
    });
    // The beginning of an address is no word.
    expect(found).toEqual(['pages/alerts/delivery/endpoint-form.tsx: placeholder="https://"']);
  });
});
