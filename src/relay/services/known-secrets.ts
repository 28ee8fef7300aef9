import { type RelayConfig, secretsOf } from '../config/config.ts';
import type { Services } from './services.ts';

/** The secrets that a log removes from every line: the configured ones, and those that are added later. */
export function knownSecrets(config: RelayConfig): Pick<Services, 'hide'> & {
  readonly secrets: readonly string[];
} {
  const secrets = [...secretsOf(config)];
  return {
    secrets,
    hide: (more) => void secrets.push(...more.filter((secret) => !secrets.includes(secret))),
  };
}
