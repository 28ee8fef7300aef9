import * as z from 'zod';
import type { ServerConfig, SiteConfig } from '../../config/config.ts';
import { ruleFor } from '../../http/origins.ts';
import { socketSource } from '../../site/frame.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';

export interface InstallPorts {
  readonly config: Pick<ServerConfig, 'socket'>;
  readonly site: SiteConfig;
}

const sources = z.array(z.string());

/** The operation with the instructions to install the widget. All of its data is public in pages and files. */
export const installOperation = ({ config: { socket }, site }: InstallPorts) =>
  operation({
    ...READS_RELAY,
    id: 'getInstall',
    tag: 'Installation',
    summary: 'Policy, branding and allowed origins of the widget, and a check of a page',
    path: '/install',
    about: 'nothing',
    query: z.object({
      page: z.optional(
        z
          .url({ protocol: /^https?$/ })
          .max(2_048)
          .meta({
            description: 'The address of a page.',
            examples: ['https://shop.example.com/help'],
          }),
      ),
    }),
    answer: z.object({
      relay_url: z.nullable(z.string()).describe('`FOYER_PUBLIC_URL`; null: not configured.'),
      allowed_origins: sources,
      connect_src: sources.describe(
        'Source that a page with the widget needs in `connect-src`, in addition to the address of the relay.',
      ),
      page: z.nullable(z.object({ origin: z.string(), is_allowed: z.boolean() })),
      // As text, so that the visitors' phone number in it is not masked.
      branding: z.string().describe('The JSON of the branding file, or the defaults without one.'),
    }),
    async perform({ query: { page } }) {
      const origin = page === undefined ? undefined : new URL(page).origin;
      const { allowedOrigins, messagingUrl, publicUrl, widget, handoffReasons, availability } = site;
      // The file has the rules from which the launcher's are made.
      const { launcher, ...shown } = widget;
      return okJson({
        relay_url: publicUrl ?? null,
        allowed_origins: allowedOrigins.map((rule) =>
          rule.match === 'exact' ? rule.origin : `https://*${rule.suffix}`,
        ),
        connect_src: socket === 'proxy' ? [] : [socketSource(messagingUrl)],
        page:
          origin === undefined ? null : { origin, is_allowed: ruleFor(allowedOrigins, origin) !== undefined },
        branding: JSON.stringify({
          ...shown,
          ...(launcher?.prompts && { prompts: launcher.prompts }),
          ...(Object.keys(availability).length > 0 && { availability }),
          ...(Object.keys(handoffReasons).length > 0 && { handoff_reasons: handoffReasons }),
        }),
      });
    },
  });
