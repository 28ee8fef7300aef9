import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../src/ui/theme.css', import.meta.url), 'utf8');

/** Colours of the tokens, in light and in dark. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark] as const],
  ),
);

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrasts(text: string, background: string): readonly number[] {
  const [texts, backgrounds] = [tokens.get(text), tokens.get(background)];
  if (!texts || !backgrounds) throw new Error(`no token --${texts ? background : text}`);
  return [0, 1].map((look) => {
    const [dark = 0, light = 0] = [texts[look], backgrounds[look]]
      .map((colour) => luminance(colour ?? ''))
      .sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
  });
}

const MEANINGS = ['ok', 'warning', 'alert', 'info'];
const PAIRS = [
  ...['text', 'text-muted'].flatMap((text) =>
    ['bg', 'surface', 'accent-bg'].map((background) => [text, background] as const),
  ),
  ...['accent', ...MEANINGS].flatMap((item) => [[item, 'bg'] as const, [item, `${item}-bg`] as const]),
  ['on-accent', 'accent'] as const,
];

describe('the theme of the operators’ pages', () => {
  it.each(PAIRS)('shows %s on %s with a contrast of 4.5:1, in light and dark', (text, background) => {
    for (const contrast of contrasts(text, background)) expect(contrast).toBeGreaterThanOrEqual(4.5);
  });

  it('shows the borders of fields and buttons with a contrast of 3:1', () => {
    for (const contrast of contrasts('border-strong', 'bg')) expect(contrast).toBeGreaterThanOrEqual(3);
  });
});
