import { describe, expect, it } from 'vitest';
import { webhookSecrets } from '../../src/console/answers.ts';
import { parse } from '../../src/protocol/field-readers.ts';

describe('a time in an answer', () => {
  it.each([
    ['2026-11-02T09:00:01.005Z', '2026-11-02T09:00:01.005Z'],
    ['2026-11-02T10:00:01+01:00', '2026-11-02T10:00:01+01:00'],
    // Engines take these for dates of the year 2001.
    ['Hey 12', undefined],
    ['12', undefined],
    ['2026-11-02T99:00:00Z', undefined],
    ['', undefined],
  ])('reads the text %j of an answer as the time %j', (text, time) => {
    const read = parse(webhookSecrets, { secrets: [{ name: 'desk', current_since: text }] });
    expect(read.ok && read.value.secrets[0]?.currentSince).toBe(time);
  });
});
