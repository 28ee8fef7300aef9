import { object, parse, text } from './leaf.ts';

/** `GET /chat/config`: everything public about the widget of one site (contract §4, §9). Also the branding file. */

type ByLocale = Record<string, string>;

export interface WidgetConfig {
  header: { text: string; image?: string | undefined };
  agent?: { name?: string | undefined; avatar?: string | undefined } | undefined;
  /** Any CSS colour. */
  accent?: string | undefined;
  /** A number of pixels, or any CSS length. */
  radius?: string | number | undefined;
  font?: string | undefined;
  /** Hosts from which images load without a click. */
  image_hosts?: string[] | undefined;
  default_locale: string;
  consent?: { required: boolean; text: ByLocale } | undefined;
  disclaimer?: { show: 'always' | 'until_first_message'; text: ByLocale } | undefined;
  policies?:
    | {
        privacy_url?: string | undefined;
        terms_url?: string | undefined;
        place?: 'menu' | 'composer' | undefined;
      }
    | undefined;
  handoff_routes?: Record<string, { label: ByLocale; url: string }> | undefined;
  strings?: Record<string, ByLocale> | undefined;
}

/** What a site has that configured nothing. */
export const DEFAULT_WIDGET_CONFIG: WidgetConfig = { header: { text: 'Chat with us' }, default_locale: 'en' };

const essentials = object({ header: object({ text }), default_locale: text });

/**
 * What a browser makes of the relay's answer. The relay has checked the file in full when it started, and it serves this
 * very script; so only what every view needs is looked at, in case something else than the relay answered.
 */
export function readWidgetConfig(value: unknown): WidgetConfig | undefined {
  return parse(essentials, value).ok ? (value as WidgetConfig) : undefined;
}

/** Development hosts, for which plain http is accepted (contract §9). */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

/** https, or plain http on the developer's own machine (contract §9). */
export const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
