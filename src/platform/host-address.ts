import { parseUrl } from '../base/url.ts';
import type { Dialect } from '../protocol/dialect.ts';
import { isLoopback, isSecure } from '../protocol/secure-url.ts';
import type { Family } from './endpoint.ts';

/** All hosts that Foyer calls. The clients do not use the messaging host, but its address follows similar rules. */
export type HostFamily = Family | 'messaging';

/** A configuration issue. Names the key and what is expected, never the value. */
export interface HostIssue {
  readonly key: string;
  readonly type: 'missing' | 'malformed';
  readonly expected: string;
}

/** Regions of a family that are published by name; undefined where no region is required. */
const REGIONS: Readonly<Record<HostFamily, readonly string[] | undefined>> = {
  base: ['us', 'uk', 'eu', 'studio'],
  platform: ['us', 'uk', 'euw'],
  outbound: undefined,
  messaging: undefined,
};
/** Names of further regions. */
const REGION = /^[a-z]{2}(-[a-z]+)?(-\d)?$/;

/** Published names also come with a cluster number. */
const isRegion = (label: string, names: readonly string[]): boolean =>
  REGION.test(label) || names.includes(label.replace(/-\d+$/, ''));

/** Name of the header with a family's key. For outbound calls it depends on the dialect (M-1.5). */
export function keyHeader(family: Family, dialect: Dialect = 'service'): string {
  if (family === 'outbound') return dialect === 'poly' ? 'X-PolyAi-Auth-Token' : 'X-Service-Auth-Token';
  return family === 'base' ? 'X-API-KEY' : 'x-api-key';
}

const ADDRESS = 'an https URL without credentials, query and fragment (http only on a loopback host)';

/** The labels of a host name that may be its region: `us.…` or `api.us.…`. */
function regionLabels(hostname: string): readonly string[] {
  const labels = hostname.split('.');
  // `co.uk` is a domain, and `co` is no region.
  const domainLabels = labels.at(-1)?.length === 2 ? 2 : 1;
  return labels.slice(0, -domainLabels).slice(0, 2);
}

function expectedOf(family: HostFamily): string {
  const names = REGIONS[family];
  return names
    ? `${ADDRESS} whose host begins with its region: ${names.join(', ')}, or one such as ap-south-1`
    : ADDRESS;
}

function isValid(family: HostFamily, value: string): boolean {
  const url = parseUrl(value);
  if (!url || !isSecure(url) || /[?#]/.test(value) || url.username || url.password) return false;
  if (isLoopback(url.hostname)) return true;
  const names = REGIONS[family];
  // a host without a region is a configuration error.
  return !names || regionLabels(url.hostname).some((label) => isRegion(label, names));
}

/** Checks the address of a host without calling it; undefined when it is valid. */
export function hostIssue(family: HostFamily, key: string, url: string | undefined): HostIssue | undefined {
  if (url !== undefined && isValid(family, url)) return undefined;
  return { key, type: url === undefined ? 'missing' : 'malformed', expected: expectedOf(family) };
}

/** The region in a host name; undefined for loopback hosts and families without regions. */
export function regionOf(family: Family, url: string): string | undefined {
  const names = REGIONS[family];
  return names && regionLabels(new URL(url).hostname).find((label) => isRegion(label, names));
}
