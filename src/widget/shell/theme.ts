import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { WidgetOptions } from '../options.ts';
import { parseColour, readableColourOn, textColourOn, toCss } from './colour.ts';

/** Backgrounds behind links, equal to `--_surface` in panel.css. */
const LIGHT = [244, 245, 247];
const DARK = [35, 40, 48];
const DEFAULT_ACCENT = [15, 76, 129];

/** Selects the first valid colour of: the option, the page's `--foyer-accent`, the site's configuration, the default. */
function accentOf(host: Element, options: WidgetOptions, configured: string | undefined) {
  const fromPage = getComputedStyle(host).getPropertyValue('--foyer-accent').trim();
  for (const colour of [options.accent, fromPage, configured]) {
    const rgb = colour ? parseColour(colour) : undefined;
    if (rgb) return rgb;
  }
  return DEFAULT_ACCENT;
}

/**
 * Sets the accent and the colours derived from it as custom properties, which a content security policy allows. Before
 * that, the style sheet estimates them.
 */
export function applyColours(
  host: Element,
  stage: HTMLElement,
  options: WidgetOptions,
  config: WidgetConfig | null,
): void {
  const accent = accentOf(host, options, config?.accent);
  stage.style.setProperty('--_accent', toCss(accent));
  stage.style.setProperty('--_accent-contrast', toCss(textColourOn(accent)));
  stage.style.setProperty('--_link-light', toCss(readableColourOn(LIGHT, accent, 4.5)));
  stage.style.setProperty('--_link-dark', toCss(readableColourOn(DARK, accent, 6)));
}
