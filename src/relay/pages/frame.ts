import type { RelayConfig } from '../config/config.ts';
import type { OriginRule } from '../origins.ts';
import { type Content, createContent } from './content.ts';
import { escaped } from './html.ts';

/** The page that help centres put into an iframe (contract §1). */

/** What a policy can name: no address in brackets, and nothing that would end the directive. */
const NAMEABLE = /^https?:\/\/(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::\d+)?$/;

/** The allowed origins as the sources of `frame-ancestors`. What no policy can name may use the relay, but not frame it. */
function ancestors(rules: readonly OriginRule[]): string {
  const sources = rules
    .map((rule) => (rule.match === 'exact' ? rule.origin : `https://*${rule.suffix}`))
    .filter((source) => NAMEABLE.test(source));
  return sources.length > 0 ? sources.join(' ') : "'none'";
}

/** The relay's own scripts, its routes, the socket, the platform's pictures; nothing inline, no markup sinks. */
function policy({ allowedOrigins, messagingUrl, socket }: RelayConfig): string {
  const platform = new URL(messagingUrl);
  // https covers every platform but the embedded one, which draws the agent's pictures itself.
  const pictures = platform.protocol === 'https:' ? 'https:' : `https: ${platform.origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    // `'self'` is the relay's own socket, too.
    `connect-src 'self'${socket === 'proxy' ? '' : ` ${platform.origin.replace(/^http/, 'ws')}`}`,
    `img-src ${pictures}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors(allowedOrigins)}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** No `lang`: the script knows it. Relative, so that a relay below a path of a larger site finds its script. */
const page = (title: string) => `<!doctype html>
<html>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${escaped(title)}</title>
    <script src="frame.js" defer></script>
  </head>
  <body>
    <noscript>This chat needs JavaScript.</noscript>
  </body>
</html>
`;

export function createFramePage(config: RelayConfig): Content {
  return createContent(Buffer.from(page(config.widget.header.text)), {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=60',
    'Content-Security-Policy': policy(config),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  });
}
