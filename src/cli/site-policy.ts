/** The services that the pages of the example site use; the first two are origins. */
export interface SitePeers {
  readonly relayUrl: string;
  readonly messagingUrl: string;
  /** Key of the platform's control API, for the shop's panel. */
  readonly controlKey: string;
}

/** Address of the API that injects faults. */
export const controlUrl = (messagingUrl: string): string => `${messagingUrl}/control/faults`;
/** Address of the desk, where live agents sign in. */
export const deskUrl = (messagingUrl: string): string => `${messagingUrl}/desk`;

const socketOrigin = (url: string) => url.replace(/^http/, 'ws');

/** The sources of a page's policy that differ from page to page. */
interface PageSources {
  readonly scripts: string;
  /** Additional sources of `connect-src`. */
  readonly calls?: string;
  /** Sources of `frame-src`. */
  readonly frames?: string;
  /** Targets of `form-action`. */
  readonly forms?: string;
}

/**
 * The apps contain the chat in their own bundle. The help centre has its own script and the chat in a frame. The shop has a panel
 * that injects faults and opens the desk.
 */
function sourcesOf(pathname: string, { relayUrl, messagingUrl }: SitePeers): PageSources {
  if (/^\/examples\/[a-z]+-app\//.test(pathname)) return { scripts: "'self'" };
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
 * The content security policy of an example page. It is as strict as a careful site's, so that the demo and all browser tests
 * show that the widget works with it: nothing inline, Trusted Types, and only scripts of the relay and the page itself.
 */
export function sitePolicy(peers: SitePeers, pathname: string): string {
  const { relayUrl, messagingUrl } = peers;
  const { scripts, calls, frames, forms = "'none'" } = sourcesOf(pathname, peers);
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `connect-src ${relayUrl} ${socketOrigin(relayUrl)} ${socketOrigin(messagingUrl)}${calls ? ` ${calls}` : ''}`,
    `style-src 'self' ${relayUrl}`,
    // The embedded platform serves the agent's images over http.
    `img-src https: 'self' ${messagingUrl}`,
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
