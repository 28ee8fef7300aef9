import { err, ok, type Result } from '../../../base/result.ts';
import { hashOf } from '../../../base/same-secret.ts';
import { REFUSALS, type Refusal } from '../../http/refusals.ts';

/** A customer's credentials: a token that is valid with one of the hosts. They are exchanged for access tokens of visitors. */
export interface Connector {
  readonly token: string;
  readonly hosts: readonly string[];
}

/** M-2.4: a host with and without `https://` is the same. */
const bareHost = (host: string) =>
  host
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '');

const HOST_NAME = /^[\w-]+(\.[\w-]+)*$/;

/** M-2.4: a registered host stands for its subdomains too. */
function isUnder(claimed: string, registered: string): boolean {
  const [host, root] = [bareHost(claimed), bareHost(registered)];
  return host === root || (HOST_NAME.test(host) && host.endsWith(`.${root}`));
}

/** Finds the connector of `X-Token` and `X-Host`. The checks run in the platform's order: the first failed one sets the refusal. */
export function checkConnector(
  connectors: readonly Connector[],
  token: string | undefined,
  host: string | undefined,
): Result<Connector, Refusal> {
  if (!token || !host) return err(REFUSALS.missingHeaders);
  // Hashes are compared, so the time of the comparison does not tell how much of a token was right.
  const hash = hashOf(token);
  const connector = connectors.find((candidate) => hashOf(candidate.token) === hash);
  if (!connector) return err(REFUSALS.unknownConnector);
  if (connector.hosts.length === 0) return err(REFUSALS.connectorWithoutHost);
  if (!connector.hosts.some((registered) => isUnder(host, registered))) return err(REFUSALS.foreignHost);
  return ok(connector);
}
