import { describe, expect, it } from 'vitest';
import { retryInMs } from '../../src/protocol/retry-after.ts';

const NOW = Date.UTC(2026, 10, 2, 9);

describe('Retry-After', () => {
  it.each([
    ['7', 7_000],
    [' 7 ', 7_000],
    ['0', 1_000],
    ['60', 30_000],
    ['Mon, 02 Nov 2026 09:00:12 GMT', 12_000],
    ['Mon, 02 Nov 2026 08:00:00 GMT', 1_000],
    ['Mon, 02 Nov 2026 10:00:00 GMT', 30_000],
  ])('M-14.9: limits Retry-After %j to 1–30 s', (header, inMs) => {
    expect(retryInMs(header, NOW)).toBe(inMs);
  });

  it.each([null, '', 'soon'])('M-14.9: Retry-After counts as 5 s when it is %j', (header) => {
    expect(retryInMs(header, NOW)).toBe(5_000);
  });
});
