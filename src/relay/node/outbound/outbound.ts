import type { Agent as HttpAgent } from 'node:http';
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';
import type { Dispatcher } from 'undici';
import type { Certificates } from '../../config/config.ts';

/** Options of TLS; without a context the authorities of Node are trusted. */
interface TlsOptions {
  secureContext?: SecureContext;
}

/**
 * Connections to the platform. They use the configured certificates, and for https the proxy of `HTTPS_PROXY`, unless `NO_PROXY`
 * lists the host.
 */
export interface Outbound {
  readonly fetch: typeof globalThis.fetch;
  /** For requests of `node:http` and WebSockets. */
  readonly tls: TlsOptions;
  /** The agent for the proxy; undefined: a direct connection. */
  proxyFor(url: string): HttpAgent | undefined;
}

/** The configured authorities and the default ones of Node. */
export const authoritiesOf = ({ ca }: Certificates): { ca?: string[] } =>
  ca === undefined ? {} : { ca: [...rootCertificates, ca] };

/** One context for all connections: a new one reads every authority again, which takes longer than the rest of a connection. */
function tlsOf(options: SecureContextOptions): TlsOptions {
  if (Object.keys(options).length === 0) return {};
  try {
    return { secureContext: createSecureContext(options) };
  } catch (error) {
    const { code } = error as { code?: unknown };
    const keys = 'FOYER_CA_FILE, FOYER_CLIENT_CERT_FILE or FOYER_CLIENT_KEY_FILE';
    throw new Error(`${keys} cannot be used; ${code}`, { cause: error });
  }
}

/** The proxy for an address; undefined: none. Sockets use the proxy for https. */
function proxyAddress(url: string): string | undefined {
  const address = url.replace(/^ws/, 'http');
  // Plain http is only for loopback. It needs no proxy.
  const proxy = address.startsWith('https:') ? getProxyForUrl(address) : '';
  return /^https?:/.test(proxy) ? proxy : undefined;
}

/** Throws for invalid certificates. */
export function openOutbound(certificates: Certificates): Outbound {
  const { client } = certificates;
  const authorities = authoritiesOf(certificates);
  const tls = tlsOf({ ...authorities, ...(client && { cert: client.certificate, key: client.key }) });
  const proxyTls = client ? tlsOf(authorities) : tls;
  const agents = new Map<string, HttpAgent>();
  const dispatchers = new Map<string | undefined, Promise<Dispatcher>>();

  async function openDispatcher(proxy: string | undefined): Promise<Dispatcher> {
    const { Agent, ProxyAgent } = await import('undici');
    return proxy === undefined
      ? new Agent({ connect: tls })
      : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls });
  }

  return {
    tls,
    proxyFor(url) {
      const proxy = proxyAddress(url);
      if (proxy === undefined) return undefined;
      const agent = agents.get(proxy) ?? new HttpsProxyAgent(proxy, { keepAlive: true, ...proxyTls });
      agents.set(proxy, agent);
      return agent;
    },
    async fetch(input, init) {
      const url = String(input);
      const proxy = proxyAddress(url);
      const isPlain = proxy === undefined && Object.keys(tls).length === 0;
      if (isPlain) return globalThis.fetch(input, init);
      // Node's own fetch supports neither certificates nor a proxy.
      const { fetch } = await import('undici');
      const opening = dispatchers.get(proxy) ?? openDispatcher(proxy);
      dispatchers.set(proxy, opening);
      const options = { ...init, dispatcher: await opening } as NonNullable<Parameters<typeof fetch>[1]>;
      return (await fetch(url, options)) as unknown as Response;
    },
  };
}
