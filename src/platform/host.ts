import { unreachable } from '../base/unreachable.ts';
import type { Dialect } from '../protocol/dialect.ts';
import type { Family, Settled } from './endpoint.ts';
import { hostFault, regionOf } from './hosts.ts';

/** A host as calls need it. It holds a secret: never log it. */
export interface Host {
  readonly family: Family;
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
  /** Names the header of the key; `service` by default. */
  readonly dialect?: Dialect | undefined;
  readonly settled: Partial<Record<Settled, string>>;
}

const PRINTABLE = /^[\x21-\x7e]+$/;

/** @throws TypeError when the address or the key can be no one's: that is a fault of the configuration. */
export function createHost(host: Host): Host {
  const fault = hostFault(host.family, 'url', host.url);
  if (fault) throw new TypeError(`unable to use the ${host.family} host; expected ${fault.expected}`);
  if (!PRINTABLE.test(host.key)) {
    throw new TypeError(`unable to use the ${host.family} host; expected a key of printable ASCII`);
  }
  return { ...host, url: host.url.replace(/\/+$/, '') };
}

/** Why a key may be refused, in words for whoever configured it (docs platform, Readings). */
export function regionNote({ family, url }: Host): string {
  const region = regionOf(family, url);
  const place = region ? ` (this host is of region ${region})` : '';
  switch (family) {
    case 'base':
      return `The key is missing, wrong, or of another region${place}; a key of the global studio works on the studio host only.`;
    case 'platform':
      return `The key is missing, wrong, or of another region or project${place}; v3 has keys of its own.`;
    case 'outbound':
      return 'The token is missing, wrong, or of another project, or outbound calling is not enabled for the project.';
    default:
      return unreachable(family);
  }
}
