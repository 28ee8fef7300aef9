import type { WidgetConfig } from '../protocol/widget-config.ts';
import { css, readableOn, rgbOf, textOn } from './colour.ts';
import type { WidgetOptions } from './options.ts';

/** The backgrounds that links stand on, as in the panel's style sheet. */
const LIGHT = [244, 245, 247];
const DARK = [35, 40, 48];
const DEFAULT_ACCENT = [15, 76, 129];

/** The first that is a colour: the option, the page's own `--foyer-accent`, the site's configuration, the brand's. */
function accentOf(host: Element, options: WidgetOptions, configured: string | undefined) {
  const fromPage = getComputedStyle(host).getPropertyValue('--foyer-accent').trim();
  for (const colour of [options.accent, fromPage, configured]) {
    const rgb = colour ? rgbOf(colour) : undefined;
    if (rgb) return rgb;
  }
  return DEFAULT_ACCENT;
}

/**
 * Gives the panel the site's accent with what stands on it and is drawn with it, as custom properties: the page's policy
 * allows those. Until then the style sheet's own estimate serves.
 */
export function applyColours(
  host: Element,
  stage: HTMLElement,
  options: WidgetOptions,
  config: WidgetConfig | null,
): void {
  const accent = accentOf(host, options, config?.accent);
  stage.style.setProperty('--_accent', css(accent));
  stage.style.setProperty('--_on-accent', css(textOn(accent)));
  stage.style.setProperty('--_link-light', css(readableOn(LIGHT, accent, 4.5)));
  stage.style.setProperty('--_link-dark', css(readableOn(DARK, accent, 6)));
}
