import { createHmac, randomUUID } from 'node:crypto';
import { isSameSecret } from '../../../base/same-secret.ts';

/** The life of an access token: a day (M-2.1). */
export const TOKEN_LIFE_SECONDS = 86_400;
/** Differs from the issuer of the deployed platform, so that neither accepts the other's tokens (S-92). */
const ISSUER = 'foyer-emulator';

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = base64url({ alg: 'HS256', typ: 'JWT' });

export type AccessTokens = ReturnType<typeof createAccessTokens>;

function expiryOf(claims: string): number | undefined {
  const { iss, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  return iss === ISSUER && Number.isSafeInteger(exp) ? exp : undefined;
}

/** Access tokens signed with HS256. A token with any other header is refused before its signature is checked. */
export function createAccessTokens(secret: string) {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    /** Issues a token for a new visitor (M-2.3). */
    mint(now: number): string {
      const iat = Math.floor(now / 1000);
      const claims = {
        iss: ISSUER,
        sub: randomUUID(),
        jti: randomUUID(),
        iat,
        exp: iat + TOKEN_LIFE_SECONDS,
      };
      const signed = `${HEADER}.${base64url(claims)}`;
      return `${signed}.${sign(signed)}`;
    },
    /** True if the token was issued here and has not expired. */
    isValid(token: string, now: number): boolean {
      const [header, claims = '', signature = '', ...rest] = token.split('.');
      if (header !== HEADER || rest.length > 0) return false;
      if (!isSameSecret(signature, sign(`${header}.${claims}`))) return false;
      // The signature proves that the claims were made here, so they need no validation.
      const expiry = expiryOf(claims);
      return expiry !== undefined && now < expiry * 1000;
    },
  };
}
