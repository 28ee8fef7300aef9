import type { Dialect } from '../protocol/dialect.ts';
import { isLoopback, isSecure } from '../protocol/widget-config.ts';
import type { Family } from './endpoint.ts';

/** Every host that Foyer talks to; the messaging host is the relay's own business, its address is checked here too. */
export type HostFamily = Family | 'messaging';

/** A fault of the configuration: names the key and what is expected, never the value. */
export interface HostFault {
  readonly key: string;
  readonly is: 'missing' | 'malformed';
  readonly expected: string;
}

interface FamilyRules {
  readonly regions: readonly string[];
  /** The names that mark a region within a host's name; undefined where a host without one is right. */
  readonly region: RegExp | undefined;
  /** Names that look like a region and are none of this family's. */
  readonly stranger?: RegExp;
}

const FAMILIES: Readonly<Record<HostFamily, FamilyRules>> = {
  base: { regions: ['us', 'uk', 'eu', 'studio'], region: /^(us|uk|eu|studio)$/ },
  // Published with the number of the cluster, too.
  platform: { regions: ['us', 'uk', 'euw'], region: /^(us|uk|euw)(-\d+)?$/ },
  outbound: { regions: [], region: undefined },
  messaging: {
    regions: ['us-1', 'uk-1', 'euw-1'],
    region: undefined,
    stranger: /^(?!(us|uk|euw)-1$)(us|uk|eu|euw)-\d+$/,
  },
};

/** The header that carries a family's key (specification, Authentication; of outbound calls by dialect, spec messaging §1). */
export function keyHeader(family: Family, dialect: Dialect = 'service'): string {
  if (family === 'outbound') return dialect === 'poly' ? 'X-PolyAi-Auth-Token' : 'X-Service-Auth-Token';
  return family === 'base' ? 'X-API-KEY' : 'x-api-key';
}

const ADDRESS = 'an https URL without credentials, query and fragment (http only on a loopback host)';

/** The names in a host's name where its region stands: `us.…` or `api.us.…`. */
const prefixes = (hostname: string): readonly string[] => hostname.split('.').slice(0, -1).slice(0, 2);

function expectedOf(family: HostFamily): string {
  const { regions, region } = FAMILIES[family];
  if (region) return `${ADDRESS} whose host begins with its region: ${regions.join(', ')}`;
  return regions.length > 0 ? `${ADDRESS}, of cluster ${regions.join(', ')} or of none` : ADDRESS;
}

function isRight(family: HostFamily, value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  if (!isSecure(url) || /[?#]/.test(value) || url.username || url.password) return false;
  if (isLoopback(url.hostname)) return true;
  const { region, stranger } = FAMILIES[family];
  const names = prefixes(url.hostname);
  if (stranger && names.some((name) => stranger.test(name))) return false;
  // Specification, Authentication rule 2: a bare host is invalid. Better found at the start than at the first call.
  return !region || names.some((name) => region.test(name));
}

/** What is wrong with the address of a host, found without calling it; undefined when nothing is. */
export function hostFault(family: HostFamily, key: string, url: string | undefined): HostFault | undefined {
  if (url !== undefined && isRight(family, url)) return undefined;
  return { key, is: url === undefined ? 'missing' : 'malformed', expected: expectedOf(family) };
}

/** The region that a host's name tells; undefined on a loopback host and where there is none. */
export function regionOf(family: Family, url: string): string | undefined {
  const { region } = FAMILIES[family];
  return region && prefixes(new URL(url).hostname).find((name) => region.test(name));
}
