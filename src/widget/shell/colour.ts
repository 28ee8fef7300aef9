/** Colour arithmetic that keeps text on any accent, and links in any accent, at a contrast of 4.5:1 (WCAG 1.4.3). */

export type Rgb = readonly number[];

/** Values of the custom properties that follow from an accent. */
export interface Colours {
  readonly accent: string;
  readonly 'accent-contrast': string;
  readonly 'link-light': string;
  readonly 'link-dark': string;
  /** Hairline around what has the accent as its background, where that would vanish in the panel. */
  readonly 'edge-light': string;
  readonly 'edge-dark': string;
}

/** Backgrounds behind links, equal to `--_surface` in panel.css. */
const LIGHT = [244, 245, 247];
const DARK = [35, 40, 48];

/** Backgrounds of the panel, equal to `--_bg`, and hairlines that can be seen on them, equal to `--_border-strong`. */
const PANEL = {
  light: { background: [255, 255, 255], edge: [138, 147, 161] },
  dark: { background: [20, 24, 30], edge: [119, 129, 143] },
} as const;

/** Contrast below which an area vanishes in what is around it. */
const VANISHES = 1.25;

const MIN_CONTRAST = 4.5;

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}

/** White if it is readable on the background, else black. One of the two always reaches 4.5:1. */
export const textColourOn = (background: Rgb): Rgb =>
  contrast([255, 255, 255], background) >= MIN_CONTRAST ? [255, 255, 255] : [0, 0, 0];

/** Mixes `colour` with black or white until its contrast on `background` is at least `minContrast`. */
export function readableColourOn(background: Rgb, colour: Rgb, minContrast: number): Rgb {
  const target = textColourOn(background);
  let mixed = colour;
  for (let part = 0.05; contrast(mixed, background) < minContrast && part <= 1; part += 0.05) {
    mixed = colour.map((value, index) => Math.round(value * (1 - part) + (target[index] ?? 0) * part));
  }
  return mixed;
}

const toCss = (colour: Rgb): string => `rgb(${colour.join()})`;

const edgeOf = (accent: Rgb, { background, edge }: (typeof PANEL)[keyof typeof PANEL]): string =>
  contrast(accent, background) < VANISHES ? toCss(edge) : 'transparent';

/** Parses any CSS colour. Returns undefined for invalid and for translucent colours. */
export function parseColour(colour: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (hex) return hex.slice(1).map((part) => Number.parseInt(part, 16));
  if (!CSS.supports('color', colour)) return undefined;
  // A canvas resolves names, functions and wide-gamut colours.
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return undefined;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return alpha === 255 ? [red, green, blue] : undefined;
}

/** Colours for the first valid accent; undefined if none is valid. */
export function coloursOf(accents: readonly string[]): Colours | undefined {
  for (const candidate of accents) {
    const accent = parseColour(candidate);
    if (!accent) continue;
    return {
      accent: toCss(accent),
      'accent-contrast': toCss(textColourOn(accent)),
      'link-light': toCss(readableColourOn(LIGHT, accent, 4.5)),
      'link-dark': toCss(readableColourOn(DARK, accent, 6)),
      'edge-light': edgeOf(accent, PANEL.light),
      'edge-dark': edgeOf(accent, PANEL.dark),
    };
  }
  return undefined;
}
