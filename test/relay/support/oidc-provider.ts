import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { id: 'foyer-relay', secret: 'CNRY-oidc-secret-4b1d9e7a' };

/** A small OpenID provider on loopback, which signs everybody in at once. */
export interface OidcProvider {
  readonly issuer: string;
  /** Supported scopes. */
  scopes: readonly string[];
  /** Claims of the person who signs in next. */
  person: Record<string, unknown>;
  /** Changes the claims of ID tokens, as a wrong or hostile provider would. */
  alter: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** The address to which the browser goes back from an address of the provider. */
  signIn(location: string): Promise<URL>;
  close(): void;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const part of request) text += String(part);
  return new URLSearchParams(text);
}

/** Id and secret of the header `Authorization`, each of which is encoded like a form (RFC 6749). */
function credentialsOf({ headers: { authorization = '' } }: IncomingMessage): string {
  const text = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  return text.split(':').map(decodeURIComponent).join(':');
}

/** Made once: it takes as long as a sign-in. */
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

export async function openOidcProvider(): Promise<OidcProvider> {
  const codes = new Map<string, URLSearchParams>();
  const server = createServer((request, response) => void answer(request, response));

  function send(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  function idToken(asked: URLSearchParams): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = provider.alter({
      iss: provider.issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: asked.get('nonce'),
      ...provider.person,
    });
    const content = `${base64({ alg: 'RS256' })}.${base64(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', provider.issuer);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return send(response, 200, {
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/jwks`,
          scopes_supported: provider.scopes,
        });
      case '/authorize': {
        const code = randomUUID();
        codes.set(code, url.searchParams);
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', code);
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        response.writeHead(302, { Location: back.href }).end();
        return;
      }
      case '/token': {
        const body = await bodyOf(request);
        const asked = codes.get(body.get('code') ?? '');
        codes.delete(body.get('code') ?? '');
        const challenge = createHash('sha256')
          .update(body.get('code_verifier') ?? '')
          .digest('base64url');
        const isRight =
          asked?.get('code_challenge') === challenge &&
          asked.get('redirect_uri') === body.get('redirect_uri') &&
          credentialsOf(request) === `${CLIENT.id}:${CLIENT.secret}`;
        if (!asked || !isRight) return send(response, 400, { error: 'invalid_grant' });
        return send(response, 200, { access_token: 'a', token_type: 'bearer', id_token: idToken(asked) });
      }
      default:
        return send(response, 404, {});
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: OidcProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scopes: ['openid'],
    person: {},
    alter: (it) => it,
    async signIn(location) {
      const answered = await fetch(location, { redirect: 'manual' });
      return new URL(answered.headers.get('location') ?? '');
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return provider;
}
