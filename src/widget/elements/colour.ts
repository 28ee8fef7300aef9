import { contrast, LINKS, type Rgb, readableColourOn, textColourOn } from '../../base/colour-contrast.ts';

/** Values of the custom properties that are derived from an accent. */
export interface Colours {
  readonly accent: string;
  readonly 'accent-contrast': string;
  readonly 'link-light': string;
  readonly 'link-dark': string;
  /** Hairline around areas in the accent colour, if the accent hardly differs from the panel. */
  readonly 'edge-light': string;
  readonly 'edge-dark': string;
}

/** Backgrounds of the panel, equal to `--_bg`, and hairlines that are visible on them, equal to `--_border-strong`. */
const PANEL = {
  light: { background: [255, 255, 255], edge: [138, 147, 161] },
  dark: { background: [20, 24, 30], edge: [119, 129, 143] },
} as const;

/** Contrast below which an area is hardly visible on its background. */
const VANISHES = 1.25;

const linkOn = ({ background, minContrast }: (typeof LINKS)[keyof typeof LINKS], accent: Rgb): Rgb =>
  readableColourOn(background, accent, minContrast);

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
      'link-light': toCss(linkOn(LINKS.light, accent)),
      'link-dark': toCss(linkOn(LINKS.dark, accent)),
      'edge-light': edgeOf(accent, PANEL.light),
      'edge-dark': edgeOf(accent, PANEL.dark),
    };
  }
  return undefined;
}
