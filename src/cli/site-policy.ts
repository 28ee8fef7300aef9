/** Where the example site's pages may load from and speak to; the first two are origins. */
export interface SitePeers {
  readonly relayUrl: string;
  readonly messagingUrl: string;
  /** Opens the platform's control API to the shop's panel. */
  readonly controlKey: string;
}

/** Where faults are ordered. */
export const controlUrl = (messagingUrl: string): string => `${messagingUrl}/control/faults`;
/** Where a person signs in to answer visitors. */
export const deskUrl = (messagingUrl: string): string => `${messagingUrl}/desk`;

const socketOrigin = (url: string) => url.replace(/^http/, 'ws');

/** What one page needs of its policy beyond the pictures and styles that all of them have. */
interface Needs {
  readonly scripts: string;
  /** Whom it may call besides the relay and the sockets. */
  readonly calls?: string;
  /** Whose pages it may show in a frame. */
  readonly frames?: string;
  /** Where its forms lead. */
  readonly forms?: string;
}

/**
 * The apps bring the chat in their own bundle; the help centre's script is its own, and its chat is in a frame; the shop
 * has a panel that orders faults and leads to the desk.
 */
function needsOf(pathname: string, { relayUrl, messagingUrl }: SitePeers): Needs {
  if (/^\/examples\/(?:preact|react)-app\//.test(pathname)) return { scripts: "'self'" };
  if (pathname.startsWith('/examples/help-centre/')) return { scripts: "'self'", frames: relayUrl };
  if (pathname.startsWith('/shop/'))
    return {
      scripts: `${relayUrl} 'self'`,
      calls: `'self' ${controlUrl(messagingUrl)} ${controlUrl(messagingUrl)}/`,
      forms: `${deskUrl(messagingUrl)}/sign-in`,
    };
  return { scripts: relayUrl };
}

/**
 * The policy of an example page: as strict as a careful site's, so that whoever tries the demo, and every browser test,
 * sees the widget work under it. Nothing inline, no markup sinks, no script but the relay's or the page's own.
 */
export function sitePolicy(peers: SitePeers, pathname: string): string {
  const { relayUrl, messagingUrl } = peers;
  const { scripts, calls, frames, forms = "'none'" } = needsOf(pathname, peers);
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `connect-src ${relayUrl} ${socketOrigin(relayUrl)} ${socketOrigin(messagingUrl)}${calls ? ` ${calls}` : ''}`,
    `style-src 'self' ${relayUrl}`,
    // The platform's, too: the embedded one draws the agent's pictures itself, and has no https.
    `img-src https: 'self' ${messagingUrl}`,
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
