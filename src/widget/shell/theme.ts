import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { PanelOptions } from '../context/options.ts';
import type { Colours } from '../elements/colour.ts';

/** Colours of the default accent, as `coloursOf` computes them. */
const DEFAULT_COLOURS: Colours = {
  accent: 'rgb(15,76,129)',
  'accent-contrast': 'rgb(255,255,255)',
  'link-light': 'rgb(15,76,129)',
  'link-dark': 'rgb(147,174,198)',
  'edge-light': 'transparent',
  'edge-dark': 'transparent',
};

/** Accents that were last requested for each mountPoint. */
const requested = new WeakMap<HTMLElement, readonly string[]>();

function setColours(mountPoint: HTMLElement, colours: Colours): void {
  for (const [name, colour] of Object.entries(colours)) mountPoint.style.setProperty(`--_${name}`, colour);
}

/**
 * Sets the accent and the colours derived from it as custom properties: a content security policy allows these. Until then the
 * style sheet estimates them. The first valid accent of the option, the page's `--foyer-accent` and the site's configuration
 * counts. A separate chunk computes its colours.
 */
export async function applyColours(
  host: Element,
  mountPoint: HTMLElement,
  options: PanelOptions,
  config: WidgetConfig | null,
): Promise<void> {
  const fromPage = getComputedStyle(host).getPropertyValue('--foyer-accent').trim();
  const accents = [options.accent, fromPage, config?.accent].filter(
    (accent) => accent !== undefined && accent !== '',
  );
  requested.set(mountPoint, accents as string[]);
  // Updates the launcher beside the open panel: it does not know a configuration that came after the script.
  if (!options.accent && config?.accent)
    mountPoint.parentElement?.style.setProperty('--_accent', `var(--foyer-accent,${config.accent})`);
  if (accents.length === 0) return setColours(mountPoint, DEFAULT_COLOURS);
  try {
    const { coloursOf } = await import('../elements/colour.ts');
    const colours = coloursOf(accents as string[]) ?? DEFAULT_COLOURS;
    if (requested.get(mountPoint) === accents) setColours(mountPoint, colours);
  } catch {
    // The chunk could not be loaded: the estimates stay.
  }
}
