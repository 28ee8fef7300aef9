import { describe, expect, it } from 'vitest';
import { changeText, countText, durationText, latencyText, shareText } from '../../src/base/figure-text.ts';

const plain = (text: string | undefined) => text?.replaceAll('\u202f', ' ');

describe('figures', () => {
  it.each([
    [countText(12_480), '12 480'],
    [countText(0), '0'],
    [shareText(0.18234), '18.2 %'],
    [shareText(1), '100 %'],
    [latencyText(820.4), '820 ms'],
    [latencyText(1_449), '1.4 s'],
    [latencyText(12_340), '12.3 s'],
    [durationText(252), '4:12'],
    [durationText(7), '0:07'],
    [durationText(3_852), '1:04:12'],
    [changeText('count', 112, 100), '+12 %'],
    [changeText('latency', 97, 100), '−3 %'],
    [changeText('count', 100, 100), 'same'],
    [changeText('count', 5, 0), undefined],
    // Per cent of per cent would say +29 %.
    [changeText('share', 0.182, 0.142), '+4.0 points'],
    [changeText('share', 0.139, 0.142), '−0.3 points'],
    [changeText('share', 0.1421, 0.1424), 'same'],
    [changeText('share', 0.02, 0), '+2.0 points'],
  ])('shows the figure %s', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
});
