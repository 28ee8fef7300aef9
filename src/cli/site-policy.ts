/** Where the example site's pages may load from and speak to; both are origins. */
export interface SitePeers {
  readonly relayUrl: string;
  readonly messagingUrl: string;
}

const socketOrigin = (url: string) => url.replace(/^http/, 'ws');

/**
 * The policy of every example page: as strict as a careful site's, so that whoever tries the demo, and every browser
 * test, sees the widget work under it. Nothing inline, no markup sinks, no script but the relay's.
 */
export function sitePolicy({ relayUrl, messagingUrl }: SitePeers): string {
  return [
    "default-src 'none'",
    `script-src ${relayUrl}`,
    `connect-src ${relayUrl} ${socketOrigin(relayUrl)} ${socketOrigin(messagingUrl)}`,
    `style-src 'self' ${relayUrl}`,
    // The platform's, too: the embedded one draws the agent's pictures itself, and has no https.
    `img-src https: 'self' ${messagingUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
