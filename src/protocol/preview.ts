import { readWidgetConfig, type WidgetConfig } from './widget-config.ts';

/** Messages between the console and the preview of the widget in its frame. Both pages have one origin. */

/** Appearance of the preview. */
export interface Look {
  readonly config: WidgetConfig;
  /** BCP 47 tag. */
  readonly locale: string;
  readonly colorScheme: 'light' | 'dark';
  /** Corner of the window. */
  readonly position: 'bottom-right' | 'bottom-left';
}

/** Report of the preview that it is ready for looks. */
export const PREVIEW_READY = 'foyer-preview-ready';

const LOOK = 'foyer-preview-look';

export const toLookMessage = (look: Look) => ({ type: LOOK, ...look });

/** The look of a message; undefined for any other message. */
export function readLook(message: unknown): Look | undefined {
  const { type, config, locale, colorScheme, position } = (message ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const read = readWidgetConfig(config);
  if (type !== LOOK || !read || typeof locale !== 'string') return undefined;
  return {
    config: read,
    locale,
    colorScheme: colorScheme === 'dark' ? 'dark' : 'light',
    position: position === 'bottom-left' ? 'bottom-left' : 'bottom-right',
  };
}
