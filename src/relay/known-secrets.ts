import { type RelayConfig, secretsOf } from './config/config.ts';
import type { Foundation } from './foundation.ts';

/** The secrets that a log removes from every line: those of the configuration, and those that are hidden later. */
export function knownSecrets(config: RelayConfig): Pick<Foundation, 'hide'> & {
  readonly secrets: readonly string[];
} {
  const secrets = [...secretsOf(config)];
  return {
    secrets,
    hide: (more) => void secrets.push(...more.filter((secret) => !secrets.includes(secret))),
  };
}
