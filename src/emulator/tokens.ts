import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** Every access token lives a day (messaging §2). */
export const TOKEN_LIFE_SECONDS = 86_400;
/** Set apart from the deployed platform's tokens, so that neither is ever taken for the other. */
const ISSUER = 'foyer-emulator';

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = base64url({ alg: 'HS256', typ: 'JWT' });

export interface Tokens {
  /** A token for a visitor that did not exist before: each one is somebody new (messaging §2). */
  mint(now: number): string;
  /** Whether the token was made here and is not over yet. */
  isValid(token: string, now: number): boolean;
}

/** SHA-256 in hex: what is kept of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Compares in a time that does not depend on where two texts differ. */
export const isSame = (a: string, b: string) =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

function expiryOf(claims: string): number | undefined {
  const { iss, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  return iss === ISSUER && Number.isSafeInteger(exp) ? exp : undefined;
}

/** Signs with HS256 and accepts nothing else: a header of any other text is refused before a signature is looked at. */
export function createTokens(secret: string): Tokens {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    mint(now) {
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
    isValid(token, now) {
      const [header, claims = '', signature = '', ...rest] = token.split('.');
      if (header !== HEADER || rest.length > 0) return false;
      if (!isSame(signature, sign(`${header}.${claims}`))) return false;
      // Signed by us, so it is ours to trust from here on.
      const expiry = expiryOf(claims);
      return expiry !== undefined && now < expiry * 1000;
    },
  };
}
