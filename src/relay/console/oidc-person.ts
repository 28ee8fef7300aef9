import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { visibleName } from '../admin/access/credential.ts';
import type { Person } from '../admin/access/person.ts';
import type { OidcConfig } from '../config/config.ts';
import type { OidcRule } from '../config/oidc-values.ts';
import { SCOPES } from '../config/values.ts';

/** An address as one name in a log and in a list: nothing in it looks like two, or like a name with an address. */
const ADDRESS = /^[!#-+\--;=?A-~]+@[\w.-]+$/;

const claims = z.looseObject({
  sub: z.string(),
  email: z.string().optional().catch(undefined),
  // Amazon Cognito writes a text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .optional()
    .catch(undefined),
});
type Claims = z.output<typeof claims>;

/** Providers list groups, or write one as a text; numbers are ids of groups. Keycloak begins each with a slash, as a path. */
const groupsIn = (claim: unknown): readonly string[] =>
  (Array.isArray(claim) ? claim : [claim])
    .filter((group) => typeof group === 'string' || typeof group === 'number')
    .map((group) => String(group).replace(/^\//, ''));

/** S-127: whoever may enter any address at the provider could be anybody. */
function addressIn({ email, email_verified: isVerified }: Claims): Result<string, string> {
  if (email === undefined) return err('it has no "email"');
  if (String(isVerified) !== 'true') return err('its "email_verified" is not true');
  const address = email.toLowerCase();
  return ADDRESS.test(address) ? ok(address) : err('its "email" is no plain address');
}

/** The person of an ID token; else what the token lacks, without anything of the person. */
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
