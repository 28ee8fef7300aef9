import {
  listOf,
  maybeFlag,
  maybeText,
  nonEmpty,
  optional,
  readString,
  record,
  required,
  text,
} from '../../../protocol/field-readers.ts';
import {
  DEFAULT_WIDGET_CONFIG,
  readWidgetConfig,
  type WidgetConfig,
} from '../../../protocol/widget-config.ts';

const readPage = record({ origin: nonEmpty, is_allowed: maybeFlag });

const readInstall = record({
  relay_url: maybeText,
  allowed_origins: listOf(readString),
  connect_src: listOf(readString),
  page: optional('a page', readPage),
  branding: text,
});
/** How the widget is put into a page, and whether one page is allowed. */
export const installAnswer = required('an installation', readInstall);

/** The branding of the relay; the defaults if it cannot be read. */
export function readBrandingText(json: string): WidgetConfig {
  try {
    return readWidgetConfig(JSON.parse(json)) ?? DEFAULT_WIDGET_CONFIG;
  } catch {
    return DEFAULT_WIDGET_CONFIG;
  }
}
