import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { startDeadline } from '../../base/deadline.ts';
import { fromBase64Url, toBase64Url } from '../../base/digest.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Person } from '../admin/access/person.ts';
import type { OidcConfig } from '../config/config.ts';
import type { Services } from '../services/services.ts';
import { personOf } from './oidc-person.ts';

/** The state that a browser keeps during a sign-in. */
const flow = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string() });

const SCOPE = 'openid email profile';
const DISCOVERY_MS = 3_600_000;
const CALL_MS = 10_000;

/** The reason of a failed sign-in. */
export type OidcRefusal =
  /** No access rule matches the person. */
  | 'forbidden'
  /** The provider rejected the sign-in, or the answer belongs to another browser. */
  | 'failed';

export interface OidcPorts extends Pick<Services, 'clock' | 'fetch' | 'stop'> {
  readonly log: Pick<Services['log'], 'warn'>;
}

export type Oidc = ReturnType<typeof createOidc>;

/** Signs people in with the authorization code flow of OpenID Connect, with PKCE. */
export function createOidc(config: OidcConfig, { clock, fetch, stop, log }: OidcPorts) {
  const client: oauth.Client = { client_id: config.clientId };
  const usesGroups = config.access.some(({ claim }) => claim === 'group');
  const isLoopback = config.issuer.startsWith('http:');
  let discovered: { readonly at: number; readonly server: Promise<oauth.AuthorizationServer> } | undefined;

  /** Runs calls to the provider with a time limit. */
  async function within<T>(
    run: (options: oauth.HttpRequestOptions<'GET' | 'POST'>) => Promise<T>,
  ): Promise<T> {
    const deadline = startDeadline(clock, CALL_MS, stop);
    try {
      return await run({
        [oauth.customFetch]: fetch as never,
        [oauth.allowInsecureRequests]: isLoopback,
        signal: deadline.signal,
      });
    } finally {
      deadline.clear();
    }
  }

  async function discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(config.issuer);
    return within(async (options) =>
      oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options as never)),
    );
  }

  /** The provider's metadata. Rejects when it cannot be read. */
  async function provider(): Promise<oauth.AuthorizationServer> {
    if (!discovered || clock.now() - discovered.at >= DISCOVERY_MS) {
      const made = { at: clock.now(), server: discover() };
      discovered = made;
      made.server.catch(() => {
        if (discovered === made) discovered = undefined;
      });
    }
    return discovered.server;
  }

  function authentication({
    token_endpoint_auth_methods_supported: methods = ['client_secret_basic'],
  }: oauth.AuthorizationServer): oauth.ClientAuth {
    if (config.clientSecret === undefined) return oauth.None();
    return methods.includes('client_secret_basic')
      ? oauth.ClientSecretBasic(config.clientSecret)
      : oauth.ClientSecretPost(config.clientSecret);
  }

  async function exchange(address: URL, { state, nonce, verifier }: z.output<typeof flow>): Promise<unknown> {
    const server = await provider();
    const answer = oauth.validateAuthResponse(server, client, address, state);
    const tokens = await within(async (options) =>
      oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication(server),
          answer,
          config.redirectUrl,
          verifier,
          options as never,
        ),
        { expectedNonce: nonce, requireIdToken: true },
      ),
    );
    return oauth.getValidatedIdTokenClaims(tokens);
  }

  return {
    provider,
    /** Starts a sign-in: returns the provider's address for the browser, and the state to keep until it returns. */
    async begin(
      to: string,
    ): Promise<{ readonly location: string; readonly state: string; readonly kept: string }> {
      const { authorization_endpoint: endpoint, scopes_supported: supported } = await provider();
      if (endpoint === undefined) throw new Error('the provider has no authorization endpoint');
      const kept = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        verifier: oauth.generateRandomCodeVerifier(),
        to,
      };
      const location = new URL(endpoint);
      const parameters = {
        response_type: 'code',
        client_id: config.clientId,
        redirect_uri: config.redirectUrl,
        scope: usesGroups && supported?.includes('groups') ? `${SCOPE} groups` : SCOPE,
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value);
      const { state } = kept;
      return {
        location: location.href,
        state,
        kept: toBase64Url(new TextEncoder().encode(JSON.stringify(kept))),
      };
    },
    /** Completes a sign-in: returns the person and the page to return to. Never rejects. */
    async finish(
      query: URLSearchParams,
      kept: string | undefined,
    ): Promise<Result<{ readonly person: Person; readonly to: string }, OidcRefusal>> {
      try {
        const begun = flow.parse(parseJson(fromBase64Url(kept ?? '')));
        const address = new URL(config.redirectUrl);
        address.search = query.toString();
        const token = await exchange(address, begun);
        const person = personOf(token, config);
        if (person.ok) return ok({ person: person.value, to: begun.to });
        log.warn({ token: person.error }, 'FOYER_OIDC_ACCESS has no rule for the person of an ID token');
        return err('forbidden');
      } catch (error) {
        const { code, name } = error as { code?: unknown; name?: unknown };
        log.warn(
          { reason: typeof code === 'string' ? code : String(name) },
          'nobody was signed in by OpenID',
        );
        return err('failed');
      }
    },
  };
}
