/** Proof of identity of a request to the admin side. */
export type Credential =
  /** The request claims no identity, so it is no attempt to guess a secret. */
  | { readonly kind: 'none' }
  /** The header `Authorization` has another scheme or form. */
  | { readonly kind: 'malformed' }
  /** An admin key, not checked yet. */
  | { readonly kind: 'bearer'; readonly key: string };

/** `Bearer` in any case, followed by the key (RFC 6750). */
const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/** Reads the credential of a request. No other code reads the headers of identity. */
export function credentialOf({ headers }: Request): Credential {
  const header = headers.get('authorization');
  if (header === null) return { kind: 'none' };
  const key = BEARER.exec(header)?.[1];
  return key === undefined ? { kind: 'malformed' } : { kind: 'bearer', key };
}
