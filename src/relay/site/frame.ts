import type { ServerConfig, SiteConfig } from '../config/config.ts';
import type { OriginRule } from '../http/origins.ts';
import type { Content, CreateContent } from '../pages/content.ts';

/** Escapes text for HTML content and quoted attributes. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The iframe page for sites that embed the chat in a frame (contract §1). */

/** Valid sources of a content security policy. Excludes IPv6 addresses and characters that would end the directive. */
const POLICY_SOURCE = /^https?:\/\/(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::\d+)?$/;

/** The allowed origins as sources of `frame-ancestors`. Other origins can use the relay, but not frame the page. */
function ancestors(rules: readonly OriginRule[]): string {
  const sources = rules
    .map((rule) => (rule.match === 'exact' ? rule.origin : `https://*${rule.suffix}`))
    .filter((source) => POLICY_SOURCE.test(source));
  return sources.length > 0 ? sources.join(' ') : "'none'";
}

/** The platform's sockets as a source of `connect-src`. */
export const socketSource = (messagingUrl: string): string =>
  new URL(messagingUrl).origin.replace(/^http/, 'ws');

/** The page's policy: scripts and routes of the relay, the socket, images. Nothing inline, Trusted Types required. */
function policy({ allowedOrigins, messagingUrl }: SiteConfig, socket: ServerConfig['socket']): string {
  const platform = new URL(messagingUrl);
  // `https:` covers all platforms except the embedded one: it serves the agent's images over http.
  const imageSources = platform.protocol === 'https:' ? 'https:' : `https: ${platform.origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    // `'self'` includes the relay's own socket.
    `connect-src 'self'${socket === 'proxy' ? '' : ` ${socketSource(messagingUrl)}`}`,
    // `data:` is the icon: without one, browsers request a missing file.
    `img-src data: ${imageSources}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors(allowedOrigins)}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** The script sets `lang`. Its path is relative, so that the relay can run below a path of another site. */
const page = (title: string) => `<!doctype html>
<html>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <link rel="icon" href="data:,">
    <title>${escapeHtml(title)}</title>
    <script src="frame.js" defer></script>
  </head>
  <body>
    <noscript>This chat needs JavaScript.</noscript>
  </body>
</html>
`;

export function createFramePage(
  config: SiteConfig,
  socket: ServerConfig['socket'],
  createContent: CreateContent,
): Content {
  return createContent(page(config.widget.header.text), {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=60',
    'Content-Security-Policy': policy(config, socket),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  });
}
