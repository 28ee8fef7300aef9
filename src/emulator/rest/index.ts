import { randomBytes } from 'node:crypto';
import { baseAreas } from '../base/index.ts';
import { furnish } from '../furnish.ts';
import { prefixedId } from '../ids.ts';
import { type ApiKey, createKeyring, type Project, type Region } from '../keys.ts';
import { platformAreas } from '../platform/index.ts';
import type { Sessions } from '../sessions.ts';
import type { Store } from '../store/index.ts';
import { createRestApp, type RestPorts } from './host.ts';

export interface RestOptions {
  readonly keys?: readonly ApiKey[] | undefined;
  readonly region?: Region | undefined;
  readonly allowLoopbackWebhooks?: boolean | undefined;
}

interface Ports {
  readonly own: Project;
  readonly store: Store;
  readonly sessions: Sessions;
  /** Origin of the base host. */
  readonly baseUrl: string;
  readonly ordered: RestPorts['ordered'];
  now(): number;
  log(line: string): void;
}

const newSecret = (prefix: string) => `${prefix}${randomBytes(32).toString('base64url')}`;

/** The two REST hosts, and the keys to them that the platform makes for its own account. */
export function createRestHosts(
  { keys: others = [], region = 'us', allowLoopbackWebhooks = false }: RestOptions,
  { own, store, sessions, baseUrl, ordered, now, log }: Ports,
) {
  const { journal } = store;
  const keys = {
    baseKey: journal.setting('base_key', () => newSecret('emulator-base-')),
    platformKey: journal.setting('platform_key', () => newSecret('emulator-platform-')),
    outboundToken: journal.setting('outbound_token', () => newSecret('emulator-outbound-')),
  };
  const keyring = createKeyring(
    [
      { family: 'base', key: keys.baseKey },
      { family: 'platform', key: keys.platformKey },
      { family: 'outbound', key: keys.outboundToken },
      ...others,
    ],
    { ...own, region },
  );
  for (const project of keyring.projects) furnish(store, project, now());

  const ports = { keyring, ordered, log };
  const base = baseAreas({
    store,
    sessions,
    baseUrl,
    allowLoopbackWebhooks,
    now,
    newId: prefixedId,
    newSecret,
  });
  return {
    keys,
    base: createRestApp(base, ports),
    platform: createRestApp(platformAreas({ store, now, newSecret }), ports),
  };
}
