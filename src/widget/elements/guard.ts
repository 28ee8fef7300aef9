import type { GuardMode, WidgetConfig } from '../../protocol/widget-config.ts';
import type { PanelOptions } from '../context/options.ts';

/** Treatment of card numbers, IBANs and secrets in the visitor's messages. A page cannot disable the masking of its site. */
export const guardOf = ({ guard }: PanelOptions, config: WidgetConfig | null): GuardMode =>
  config?.guard === 'mask' ? 'mask' : (guard ?? config?.guard ?? 'warn');
