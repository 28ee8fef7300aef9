import type { Outbound } from '../node/outbound/outbound.ts';
import { open, reasonOf, TIMEOUT_MS } from './ask.ts';

/** Causes of failed connections and their remedies, by Node's error code. */
const REASONS: readonly (readonly [code: RegExp, explain: (host: string) => string])[] = [
  [
    /^(?:ENOTFOUND|EAI_\w+|ENODATA)$/,
    (host) => `DNS has no address for ${host}; check its spelling and the name server of this machine`,
  ],
  [
    /^ECONNREFUSED$/,
    (host) => `${host} refuses the connection; check the port, and that the service runs there`,
  ],
  [
    /TIMEDOUT|TIMEOUT|^E(?:HOST|NET)UNREACH$/,
    (host) =>
      `${host} cannot be reached within ten seconds; check the firewall, and if HTTPS_PROXY is needed`,
  ],
  [
    /SELF_SIGNED|^UNABLE_TO_(?:VERIFY|GET_ISSUER)/,
    (host) =>
      `the certificate of ${host} is self-signed or of an unknown authority; set FOYER_CA_FILE to a file with the authority's certificate (without FOYER_CA_FILE, Node's own NODE_EXTRA_CA_CERTS works as well)`,
  ],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    (host) =>
      `the certificate of ${host} has expired or is not valid yet; check the clock of this machine, then renew the certificate`,
  ],
  [
    /ALTNAME_INVALID$/,
    (host) => `the certificate of ${host} is for another name; use a name that the certificate has`,
  ],
  [
    /^(?:EPROTO|ERR_SSL_\w+)$/,
    (host) =>
      `${host} does not speak TLS as expected; check the port, and the certificate of the relay if it has one`,
  ],
];

/** Explains the code of a failed connection; undefined for an unknown code. `host` names the host by its setting. */
export const explainCode = (code: string, host: string): string | undefined =>
  REASONS.find(([pattern]) => pattern.test(code))?.[1](host);

/** Connects to an address like the relay does and explains a failure; undefined on success or for an unknown cause. */
export type Reach = (address: string, host: string) => Promise<string | undefined>;

export const reachBy =
  ({ tls, proxyFor }: Pick<Outbound, 'tls' | 'proxyFor'>): Reach =>
  async (address, host) => {
    try {
      const agent = proxyFor(address) ?? false;
      (await open(new URL(address), { ...tls, agent, timeout: TIMEOUT_MS })).destroy();
      return undefined;
    } catch (error) {
      return explainCode(reasonOf(error), host);
    }
  };
