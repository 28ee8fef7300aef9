import * as z from 'zod/mini';

/** `GET /chat/config`: everything public about the widget of one site (contract §4, §9). Also the branding file. */

function isSafeUrl(value: string): boolean {
  try {
    const { protocol, hostname } = new URL(value);
    return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  } catch {
    return false;
  }
}

/** Development hosts, for which plain http is accepted (contract §9). */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

const url = z.string().check(z.refine(isSafeUrl, 'expected an https URL'));
const texts = z.record(z.string(), z.string());

export const widgetConfig = z.object({
  header: z.object({ text: z.string().check(z.minLength(1)), image: z.optional(url) }),
  agent: z.optional(z.object({ name: z.optional(z.string()), avatar: z.optional(url) })),
  accent: z.optional(z.string()),
  radius: z.optional(z.union([z.string(), z.number()])),
  font: z.optional(z.string()),
  image_hosts: z.optional(z.array(z.string())),
  default_locale: z.string().check(z.minLength(2)),
  consent: z.optional(z.object({ required: z.boolean(), text: texts })),
  disclaimer: z.optional(z.object({ show: z.enum(['always', 'until_first_message']), text: texts })),
  policies: z.optional(
    z.object({
      privacy_url: z.optional(url),
      terms_url: z.optional(url),
      place: z.optional(z.enum(['menu', 'composer'])),
    }),
  ),
  handoff_routes: z.optional(z.record(z.string(), z.object({ label: texts, url }))),
  strings: z.optional(z.record(z.string(), texts)),
});
export type WidgetConfig = z.output<typeof widgetConfig>;

/** What a site has that configured nothing. */
export const DEFAULT_WIDGET_CONFIG: WidgetConfig = { header: { text: 'Chat with us' }, default_locale: 'en' };
