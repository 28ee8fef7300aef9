import type { ServerConfig } from '../config/config.ts';
import { createOidc, type OidcPorts } from '../console/oidc.ts';
import { type Finding, right, wrong } from './finding.ts';
import type { Reach } from './reach.ts';

/** Reads the metadata of the OpenID provider. */
export async function checkOidc(
  { oidc }: ServerConfig,
  ports: OidcPorts,
  reach: Reach,
): Promise<readonly Finding[]> {
  if (!oidc) return [];
  const about = 'OpenID';
  try {
    await createOidc(oidc, ports).provider();
    const rules = oidc.access.map(({ claim, value, scopes }) => `${claim} ${value} (${scopes.join(', ')})`);
    return [right(about, `the provider of FOYER_OIDC_ISSUER answers; who may sign in: ${rules.join(', ')}`)];
  } catch {
    return [
      wrong(
        about,
        (await reach(oidc.issuer, 'the provider of FOYER_OIDC_ISSUER')) ??
          'the provider of FOYER_OIDC_ISSUER has no metadata there; the address must be exactly the issuer, including a trailing slash',
      ),
    ];
  }
}
