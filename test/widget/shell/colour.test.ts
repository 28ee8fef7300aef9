import { describe, expect, it } from 'vitest';
import { contrast, readableColourOn, textColourOn } from '../../../src/base/colour-contrast.ts';
import { DEFAULTS } from '../../../src/widget/context/options.ts';
import { coloursOf, parseColour } from '../../../src/widget/elements/colour.ts';
import { applyColours } from '../../../src/widget/shell/theme.ts';

/** Colours of a coarse grid. */
const grid = [0, 51, 102, 153, 204, 255].flatMap((red) =>
  [0, 51, 102, 153, 204, 255].flatMap((green) =>
    [0, 51, 102, 153, 204, 255].map((blue) => [red, green, blue]),
  ),
);

describe('colours', () => {
  it('computes the contrast ratio of WCAG', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  });

  it('finds a text colour with a contrast of 4.5:1 on every accent', () => {
    expect(grid.filter((accent) => contrast(textColourOn(accent), accent) < 4.5)).toEqual([]);
  });

  it.each([
    ['light', [244, 245, 247], 4.5],
    ['dark', [35, 40, 48], 6],
  ] as const)(
    'mixes every accent until links are readable on a %s background',
    (_, background, minContrast) => {
      const unreadable = grid.filter(
        (accent) => contrast(readableColourOn(background, accent, minContrast), background) < minContrast,
      );
      expect(unreadable).toEqual([]);
    },
  );

  it('leaves a readable colour unchanged', () => {
    expect(readableColourOn([255, 255, 255], [15, 76, 129], 4.5)).toEqual([15, 76, 129]);
  });

  it.each([
    ['#0f4c81', [15, 76, 129]],
    ['#0F4C81', [15, 76, 129]],
    ['#zzzzzz', undefined],
    ['red; }', undefined],
    ['', undefined],
  ])('parses %j', (colour, rgb) => {
    expect(parseColour(colour)).toEqual(rgb);
  });
});

describe('the colours of an accent', () => {
  const set = async (accent: string | undefined) => {
    const stage = document.createElement('div');
    await applyColours(
      document.createElement('div'),
      stage,
      { ...DEFAULTS, relay: 'https://relay.example', accent },
      null,
    );
    return Object.fromEntries(
      ['accent', 'accent-contrast', 'link-light', 'link-dark', 'edge-light', 'edge-dark'].map((name) => [
        name,
        stage.style.getPropertyValue(`--_${name}`),
      ]),
    );
  };

  it('uses the default accent when none is configured or none is valid', async () => {
    const computed = coloursOf(['#0f4c81']);
    expect([await set(undefined), await set('no colour')]).toEqual([computed, computed]);
  });

  it('computes the colours from the first valid accent', () => {
    expect(coloursOf(['no colour', '#ffff00', '#000000'])).toEqual({
      accent: 'rgb(255,255,0)',
      'accent-contrast': 'rgb(0,0,0)',
      'link-light': expect.stringMatching(/^rgb/),
      'link-dark': 'rgb(255,255,0)',
      'edge-light': 'rgb(138,147,161)',
      'edge-dark': 'transparent',
    });
  });

  it.each([
    ['#ffffff', 'rgb(138,147,161)', 'transparent'],
    ['#f5f5f5', 'rgb(138,147,161)', 'transparent'],
    ['#000000', 'transparent', 'rgb(119,129,143)'],
    ['#14181e', 'transparent', 'rgb(119,129,143)'],
    ['#0f4c81', 'transparent', 'transparent'],
    ['#808080', 'transparent', 'transparent'],
  ])('the colours of an accent have a hairline where %s would vanish', (accent, light, dark) => {
    expect(coloursOf([accent])).toMatchObject({ 'edge-light': light, 'edge-dark': dark });
  });
});
