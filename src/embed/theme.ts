import { effect, type ReadonlySignal } from '@preact/signals';
import { own } from '../base/own.ts';
import { NO_CONFIG, type WidgetConfig } from '../protocol/widget-config.ts';
import type { LazyViews } from '../widget/context/lazy-views.ts';
import type { PanelOptions } from '../widget/context/options.ts';
import type { Ui } from '../widget/context/ui.ts';
import type { PanelContext, PanelHandle } from './panel-port.ts';

/** Sets radius and font of the site's configuration as custom properties: a content security policy allows these. */
function applyShape(mountPoint: HTMLElement, config: WidgetConfig | null): void {
  const { radius = null, font = null } = config ?? NO_CONFIG;
  mountPoint.style.setProperty(
    '--_radius',
    Number.isFinite(radius) ? `${radius}px` : (radius as string | null),
  );
  mountPoint.style.setProperty('--_font', font);
}

/** Applies colours, radius and font of the site's configuration and of the page. */
export function createTheme(
  { host, mountPoint, launcher }: PanelContext,
  options: PanelOptions,
  ui: Ui,
  lazy: ReadonlySignal<LazyViews | null>,
  config: ReadonlySignal<WidgetConfig | null>,
): { readonly setTheme: PanelHandle['setTheme']; dispose(): void } {
  let { accent } = options;
  const applyColours = (): void => {
    void lazy.value?.applyColours(host, mountPoint, { ...options, accent }, config.value);
  };
  const disposers = [effect(applyColours), effect(() => applyShape(mountPoint, config.value))];

  return {
    setTheme(given) {
      const tokens = own(given);
      ui.colorScheme.value = tokens['color-scheme'] ?? ui.colorScheme.value;
      for (const [name, value] of Object.entries(tokens)) host.style.setProperty(`--foyer-${name}`, value);
      if (tokens['accent'] !== undefined) {
        accent = tokens['accent'] || options.accent;
        launcher.style.setProperty('--_accent', tokens['accent']);
      }
      applyColours();
    },
    dispose() {
      for (const dispose of disposers) dispose();
    },
  };
}
