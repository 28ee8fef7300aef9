/** Colour arithmetic that keeps text on any accent, and links in any accent, at a contrast of 4.5:1 (WCAG 1.4.3). */

export type Rgb = readonly number[];

/** Backgrounds behind links, equal to `--_surface` in panel.css, and the contrast that links have there. */
export const LINKS = {
  light: { background: [244, 245, 247], minContrast: 4.5 },
  dark: { background: [35, 40, 48], minContrast: 6 },
} as const;

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
