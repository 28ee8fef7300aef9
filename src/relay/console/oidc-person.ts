import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { visibleName } from '../admin/access/credential.ts';
import type { Person } from '../admin/access/person.ts';
import type { OidcConfig } from '../config/config.ts';
import type { OidcRule } from '../config/oidc-values.ts';
import { SCOPES } from '../config/values.ts';

/** An email address that stays one name in logs and lists: no separators, no display name. */
const ADDRESS = /^[!#-+\--;=?A-~]+@[\w.-]+$/;

const claims = z.looseObject({
  sub: z.string(),
  email: z.string().optional().catch(undefined),
  // Amazon Cognito sends a string.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .optional()
    .catch(undefined),
});
type Claims = z.output<typeof claims>;

/** Providers send a list of groups or a single string; numbers are group ids. Keycloak begins each with a slash, as a path. */
const groupsIn = (claim: unknown): readonly string[] =>
  (Array.isArray(claim) ? claim : [claim])
    .filter((group) => typeof group === 'string' || typeof group === 'number')
    .map((group) => String(group).replace(/^\//, ''));

/** S-127: an unverified address proves nothing, because the provider may let people enter any. */
function addressIn({ email, email_verified: isVerified }: Claims): Result<string, string> {
  if (email === undefined) return err('it has no "email"');
  if (String(isVerified) !== 'true') return err('its "email_verified" is not true');
  const address = email.toLowerCase();
  return ADDRESS.test(address) ? ok(address) : err('its "email" is no plain address');
}

/** The person of an ID token; else the missing claim, without personal data. */
export function personOf(
  token: unknown,
  { issuer, access, groupsClaim }: Pick<OidcConfig, 'issuer' | 'access' | 'groupsClaim'>,
): Result<Person, string> {
  const read = claims.safeParse(token).data;
  if (!read) return err('it has no "sub"');
  const groups = groupsIn(read[groupsClaim]);
  const address = addressIn(read);
  const email = address.ok ? address.value : undefined;
  const isAbout = ({ claim, value }: OidcRule): boolean =>
    claim === 'group'
      ? groups.includes(value.replace(/^\//, ''))
      : email !== undefined && (value.startsWith('@') ? email.endsWith(value) : email === value);
  const granted = new Set(access.filter(isAbout).flatMap(({ scopes }) => scopes));
  const name = visibleName(email ?? `${read.sub}@${new URL(issuer).host}`);
  if (granted.size > 0 && name !== undefined)
    return ok({ name, scopes: SCOPES.filter((scope) => granted.has(scope)) });
  return err(
    [
      read[groupsClaim] === undefined
        ? `it has no "${groupsClaim}"`
        : `no rule names one of the ${groups.length} groups of its "${groupsClaim}"`,
      address.ok ? 'no rule names its "email"' : address.error,
    ].join(', '),
  );
}
