import { err, ok, type Result } from '../base/result.ts';
import { REFUSALS, type Refusal } from './refusals.ts';
import { hashOf } from './tokens.ts';

/** A customer's way in: who shows the token under one of the hosts may ask for visitors' tokens. */
export interface Connector {
  readonly token: string;
  readonly hosts: readonly string[];
}

/** Bare and with `https://` are the same host (messaging §2). */
const bare = (host: string) =>
  host
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '');

const HOST_NAME = /^[\w-]+(\.[\w-]+)*$/;

/** The registered host or any subdomain of it (messaging §2). */
function isUnder(claimed: string, registered: string): boolean {
  const [host, root] = [bare(claimed), bare(registered)];
  return host === root || (HOST_NAME.test(host) && host.endsWith(`.${root}`));
}

/** Decides about `X-Token` and `X-Host`, in the order in which the platform looks at them. */
export function checkConnector(
  connectors: readonly Connector[],
  token: string | undefined,
  host: string | undefined,
): Result<Connector, Refusal> {
  if (!token || !host) return err(REFUSALS.missingHeaders);
  // Hashes are compared, so the time taken says nothing about how much of a token was right.
  const hash = hashOf(token);
  const connector = connectors.find((it) => hashOf(it.token) === hash);
  if (!connector) return err(REFUSALS.unknownConnector);
  if (connector.hosts.length === 0) return err(REFUSALS.connectorWithoutHost);
  if (!connector.hosts.some((registered) => isUnder(host, registered))) return err(REFUSALS.foreignHost);
  return ok(connector);
}
