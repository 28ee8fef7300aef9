import { isOverlapping } from '../http/origins.ts';
import type { SiteConfig } from './config.ts';
import type { ConfigIssue } from './sources.ts';
import type { AdminKey } from './values.ts';

/** All pairs of two entries, in order. */
const pairsOf = <T>(all: readonly T[]): readonly (readonly [T, T])[] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const));

const holderOf = ({ site }: AdminKey): string => (site === undefined ? 'the relay' : `site ${site}`);

/** Issues of an origin that two sites share, and of an admin key that has two names. */
export function separationIssues(
  sites: readonly Pick<SiteConfig, 'name' | 'allowedOrigins'>[],
  adminKeys: readonly AdminKey[],
): readonly ConfigIssue[] {
  const origins = pairsOf(sites)
    .filter(([one, other]) =>
      one.allowedOrigins.some((rule) =>
        other.allowedOrigins.some((otherRule) => isOverlapping(rule, otherRule)),
      ),
    )
    .map(([one, other]) => ({
      key: `${other.name}: FOYER_ALLOWED_ORIGINS`,
      type: 'malformed' as const,
      expected: `origins that site ${one.name} does not have: a page belongs to one site`,
    }));
  const keys = pairsOf(adminKeys)
    .filter(([one, other]) => one.hash === other.hash)
    .map(([one, other]) => ({
      key: other.site === undefined ? 'FOYER_ADMIN_KEYS' : `${other.site}: FOYER_ADMIN_KEYS`,
      type: 'malformed' as const,
      expected:
        one.site === other.site
          ? `another key for each entry: ${one.name} and ${other.name} have the same`
          : `keys that ${holderOf(one)} does not have: ${other.name} is also one of its keys`,
    }));
  return [...origins, ...keys];
}
