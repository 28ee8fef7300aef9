import { err, ok, type Result } from '../../base/result.ts';
import { type HostFamily, hostIssue } from '../../platform/index.ts';
import type { Terminal } from '../terminal.ts';
import type { Targets } from './recording/record.ts';

export interface ConformanceOptions {
  readonly url: string;
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  readonly host: string | undefined;
}

/** Reads the addresses and keys of a run. The names are those of the relay's settings. The error is a line for the terminal. */
export function targetsOf(
  { url, token: given, tokenFile, host: named }: ConformanceOptions,
  { env, files }: Pick<Terminal, 'env' | 'files'>,
): Result<Targets, string> {
  const missing: string[] = [];
  const fileText = (path: string): string | undefined => {
    const text = files.read(path)?.trim();
    if (!text) missing.push(path);
    return text;
  };
  const secret = (name: string): string | undefined => {
    const path = env[`${name}_FILE`];
    return env[name] || (path ? fileText(path) : undefined);
  };
  const token = given ?? (tokenFile === undefined ? secret('FOYER_CONNECTOR_TOKEN') : fileText(tokenFile));
  const host = named ?? env['FOYER_HOST_IDENTIFIER'];
  const [baseUrl, platformUrl, outboundUrl] = [
    env['FOYER_BASE_URL'],
    env['FOYER_PLATFORM_URL'],
    env['FOYER_OUTBOUND_URL'],
  ];
  const [baseKey, platformKey, outboundToken] = [
    secret('FOYER_BASE_API_KEY'),
    secret('FOYER_PLATFORM_API_KEY'),
    secret('FOYER_OUTBOUND_TOKEN'),
  ];
  const [alertsKey, legacyKey] = [secret('FOYER_ALERTS_API_KEY'), secret('FOYER_PLATFORM_LEGACY_API_KEY')];
  const [accountId, projectId] = [env['FOYER_ACCOUNT_ID'], env['FOYER_PROJECT_ID']];

  if (missing.length > 0)
    return err(`unable to read ${missing.join(', ')}; there is no file that can be read, or it is empty`);
  if (!token)
    return err('the connector token is missing: set FOYER_CONNECTOR_TOKEN or give --token-file FILE');
  if (!host) return err('the registered host is missing: give --host HOST or set FOYER_HOST_IDENTIFIER');
  const addresses: readonly (readonly [HostFamily, string, string | undefined])[] = [
    ['messaging', 'the address of the messaging host', url],
    ['base', 'FOYER_BASE_URL', baseUrl || undefined],
    ['platform', 'FOYER_PLATFORM_URL', platformUrl || undefined],
    ['outbound', 'FOYER_OUTBOUND_URL', outboundUrl || undefined],
  ];
  for (const [family, key, value] of addresses) {
    const issue = value === undefined ? undefined : hostIssue(family, key, value);
    if (issue) return err(`${key} is malformed; expected ${issue.expected}`);
  }
  return ok({
    messaging: { url, token, host },
    base:
      baseUrl && baseKey && projectId
        ? {
            url: baseUrl,
            key: baseKey,
            alertsKey,
            agentId: projectId,
            branchId: env['FOYER_BRANCH_ID'] || 'main',
          }
        : undefined,
    platform:
      platformUrl && platformKey && accountId && projectId
        ? { url: platformUrl, key: platformKey, legacyKey, accountId, projectId }
        : undefined,
    outbound: outboundUrl && outboundToken ? { url: outboundUrl, token: outboundToken } : undefined,
  });
}

/** Every secret of the targets. */
export const secretsOf = ({ messaging, base, platform, outbound }: Targets): readonly string[] =>
  [messaging.token, base?.key, base?.alertsKey, platform?.key, platform?.legacyKey, outbound?.token].filter(
    (secret) => secret !== undefined,
  );
