import { describe, expect, it } from 'vitest';
import { rowPage } from '../../src/console/answers.ts';
import { ownAnswer } from '../../src/console/own-answer.ts';
import { parse } from '../../src/protocol/field-readers.ts';

describe('an answer of the platform', () => {
  it.each([
    ['2026-11-02T09:00:01.005Z', '2026-11-02T09:00:01.005Z'],
    ['2026-11-02T10:00:01+01:00', '2026-11-02T10:00:01+01:00'],
    // Engines take these for dates of the year 2001.
    ['Hey 12', undefined],
    ['12', undefined],
    ['2026-11-02T99:00:00Z', undefined],
    ['', undefined],
  ])('reads the text %j of an answer as the time %j', (text, time) => {
    const read = parse(rowPage, { conversations: [{ id: 'c-1', started_at: text }] });
    expect(read.ok && read.value.conversations[0]?.startedAt).toBe(time);
  });
});

describe('an answer of the relay', () => {
  it('renames the members of an answer of the relay, and leaves out null, but not within lists', () => {
    const answer = {
      known_since: null,
      metric_values: [1, null, 3],
      events: [{ signed_with: 'current', body: { rule_id: 'r-1', note: null } }],
      target: { branch_id: 'draft' },
    };
    expect(parse(ownAnswer(), answer)).toEqual({
      ok: true,
      value: {
        metricValues: [1, null, 3],
        events: [{ signedWith: 'current', body: { rule_id: 'r-1', note: null } }],
        target: { branch_id: 'draft' },
      },
    });
  });

  it.each([null, 'text', 7])('does not read %j as an answer of the relay', (answer) => {
    expect(parse(ownAnswer(), answer)).toMatchObject({ ok: false });
  });
});
