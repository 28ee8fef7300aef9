import * as z from 'zod';
import { err, ok } from '../../base/result.ts';
import { isSecureUrl } from '../../protocol/secure-url.ts';
import { consoleScopes, listOf, type Scope, setting } from './values.ts';

/** Settings of an OpenID provider. */

/** Console access for a group or an address. */
export interface OidcRule {
  readonly claim: 'group' | 'email';
  /** A group, an address, or `@example.com` for a whole domain. */
  readonly value: string;
  readonly scopes: readonly Scope[];
}

const isUrl = (value: string): boolean => isSecureUrl(value) && !/[?#]/.test(value);

/** In the provider's spelling: a trailing slash matters. */
export const oidcIssuer = setting(
  'the https URL of an OpenID provider, as it spells it itself',
  z.string().refine(isUrl),
);

/** The path to which the provider returns people. */
export const OIDC_PATH = '/console/oidc';
export const oidcRedirectUrl = setting(
  `the https URL of the console with the path ${OIDC_PATH}, as it is registered at the provider`,
  z.string().refine((value) => isUrl(value) && new URL(value).pathname === OIDC_PATH),
);

const ACCESS =
  'entries of group:NAME:scopes or email:ADDRESS:scopes (or email:@DOMAIN:scopes), the scopes of read, write, call and pii joined with +';
export const oidcAccess = listOf<OidcRule>(ACCESS, (entry, expected) => {
  const [, claim, value, names = ''] = /^(group|email):([^,]+):([a-z+]+)$/i.exec(entry) ?? [];
  const scopes = consoleScopes.schema.safeParse(names);
  if (!claim || !value || !scopes.success) return err(expected);
  if (claim.toLowerCase() === 'group') return ok({ claim: 'group', value, scopes: scopes.data });
  const address = value.toLowerCase();
  return /^[^@\s]*@[\w.-]+$/.test(address)
    ? ok({ claim: 'email', value: address, scopes: scopes.data })
    : err(expected);
});
