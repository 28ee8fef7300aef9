/** Colours by numbers: whatever accent a site chooses, text on it and links in it keep 4.5:1 (WCAG 1.4.3). */

export type Rgb = readonly number[];

const ENOUGH = 4.5;

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

/** White, or black where white cannot be read: of the two, one always reaches 4.5:1. */
export const textOn = (background: Rgb): Rgb =>
  contrast([255, 255, 255], background) >= ENOUGH ? [255, 255, 255] : [0, 0, 0];

/** `colour`, moved towards black or white until it has the contrast `enough` on `background`. */
export function readableOn(background: Rgb, colour: Rgb, enough: number): Rgb {
  const goal = textOn(background);
  let mixed = colour;
  for (let part = 0.05; contrast(mixed, background) < enough && part <= 1; part += 0.05) {
    mixed = colour.map((value, at) => Math.round(value * (1 - part) + (goal[at] ?? 0) * part));
  }
  return mixed;
}

export const css = (colour: Rgb): string => `rgb(${colour.join()})`;

/** The numbers of any CSS colour; undefined where it is none, or sees through. */
export function rgbOf(colour: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (hex) return hex.slice(1).map((part) => Number.parseInt(part, 16));
  if (!CSS.supports('color', colour)) return undefined;
  // Names, functions and wide gamuts: the browser itself knows what it would paint.
  const brush = document.createElement('canvas').getContext('2d');
  if (!brush) return undefined;
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha] = brush.getImageData(0, 0, 1, 1).data;
  return alpha === 255 ? [red, green, blue] : undefined;
}
