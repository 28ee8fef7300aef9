import { describe, expect, it } from 'vitest';
import { contrast, readableOn, rgbOf, textOn } from '../../src/widget/colour.ts';

/** Every colour of a coarse grid. */
const grid = [0, 51, 102, 153, 204, 255].flatMap((red) =>
  [0, 51, 102, 153, 204, 255].flatMap((green) =>
    [0, 51, 102, 153, 204, 255].map((blue) => [red, green, blue]),
  ),
);

describe('colours', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  });

  it('finds a text colour of 4.5:1 for every accent', () => {
    expect(grid.filter((accent) => contrast(textOn(accent), accent) < 4.5)).toEqual([]);
  });

  it.each([
    ['light', [244, 245, 247], 4.5],
    ['dark', [35, 40, 48], 6],
  ] as const)('moves every accent until links in it can be read on %s', (_, background, enough) => {
    const unreadable = grid.filter(
      (accent) => contrast(readableOn(background, accent, enough), background) < enough,
    );
    expect(unreadable).toEqual([]);
  });

  it('leaves a colour that can be read as it is', () => {
    expect(readableOn([255, 255, 255], [15, 76, 129], 4.5)).toEqual([15, 76, 129]);
  });

  it.each([
    ['#0f4c81', [15, 76, 129]],
    ['#0F4C81', [15, 76, 129]],
    ['#zzzzzz', undefined],
    ['red; }', undefined],
    ['', undefined],
  ])('reads %j', (colour, rgb) => {
    expect(rgbOf(colour)).toEqual(rgb);
  });
});
