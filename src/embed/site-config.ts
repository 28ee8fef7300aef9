import { type ReadonlySignal, signal } from '@preact/signals';
import { own } from '../base/own.ts';
import { DEFAULT_WIDGET_CONFIG, readWidgetConfig, type WidgetConfig } from '../protocol/widget-config.ts';
import type { PanelOptions } from '../widget/context/options.ts';

/** Reads a configuration. An unreadable one is replaced by the default, so that the chat still works. The page's texts take precedence. */
function configOf(value: unknown, { title, welcome }: PanelOptions): WidgetConfig {
  const config = readWidgetConfig(value) ?? DEFAULT_WIDGET_CONFIG;
  return own({
    ...config,
    header: title === undefined ? config.header : own({ ...config.header, text: title }),
    welcome: welcome === undefined ? config.welcome : own({ [config.default_locale]: welcome }),
  });
}

/**
 * The site's configuration, null until it has loaded, and the function that requests it once. A given function provides
 * configurations at any time instead: the console's preview does.
 */
export function createSiteConfig(
  given: unknown,
  options: PanelOptions,
  request: () => Promise<unknown>,
): readonly [config: ReadonlySignal<WidgetConfig | null>, requestOnce: () => void] {
  const config = signal<WidgetConfig | null>(null);
  const use = (value?: unknown) => {
    config.value = configOf(value, options);
  };
  if (typeof given === 'function') given(use);
  else if (given !== undefined) use(given);
  let isRequested = false;
  return [
    config,
    () => {
      if (config.peek() !== null || isRequested) return;
      isRequested = true;
      request().then(use, () => use());
    },
  ];
}
