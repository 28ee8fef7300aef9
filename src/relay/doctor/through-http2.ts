import { connect, type Settings } from 'node:http2';
import { type ConnectionOptions, TIMEOUT_MS } from './ask.ts';
import { type Finding, right, unchecked } from './finding.ts';

const ABOUT = 'proxy: HTTP/2';

/** The settings of an HTTP/2 server; undefined without HTTP/2. */
const settingsOf = (url: URL, options: ConnectionOptions): Promise<Settings | undefined> =>
  new Promise((resolve) => {
    const session = connect(url, options);
    const end = (settings?: Settings) => {
      resolve(settings);
      session.destroy();
    };
    session.on('remoteSettings', end);
    session.on('error', () => end());
    session.on('close', () => end());
    session.setTimeout(TIMEOUT_MS, () => end());
  });

/** Checks if sockets share the page's connection (RFC 8441). Both ways work; sharing is faster. */
export async function checkHttp2(url: URL, options: ConnectionOptions): Promise<Finding> {
  const settings = url.protocol === 'https:' ? await settingsOf(url, options) : undefined;
  if (settings?.enableConnectProtocol)
    return right(ABOUT, "sockets go over the page's own connection (extended CONNECT)");
  return unchecked(
    ABOUT,
    settings
      ? 'calls share a connection, but each socket opens its own: the proxy does not announce extended CONNECT'
      : 'the proxy speaks only HTTP/1.1: calls and sockets open separate connections',
  );
}
