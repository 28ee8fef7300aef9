import type { PanelOptions, WidgetOptions } from '../context/options.ts';
import { useMediaQuery } from '../elements/media-query.ts';

/** `inline`: in a container of the page; `full`: over the whole window. */
export type PanelShape = 'inline' | 'full' | WidgetOptions['position'];

/** Shape of the panel. It is modal if it is `full` because of a small screen. */
export function usePanelShape({ container, platform, position, renderMode }: PanelOptions): {
  readonly shape: PanelShape;
  readonly isSmall: boolean;
} {
  const isSmall = useMediaQuery('(max-width: 480px), (max-height: 440px)').value && container === undefined;
  const isFull = isSmall || renderMode === 'fullscreen' || platform === 'ios';
  return { isSmall, shape: container !== undefined ? 'inline' : isFull ? 'full' : position };
}
