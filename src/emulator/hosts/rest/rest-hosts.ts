import { type ApiKey, createKeyring, type Region } from '../../access/keys.ts';
import type { Project } from '../../access/project.ts';
import { newSecret } from '../../access/secrets.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { prefixedId } from '../../store/prefixed-id.ts';
import { seedProject } from '../../store/seed-project.ts';
import type { Store } from '../../store/store.ts';
import { baseRouteGroups } from '../base/base-host-routes.ts';
import { platformRouteGroups } from '../platform/platform-host-routes.ts';
import { createRestApp, type RestPorts } from './rest-app.ts';

export interface RestOptions {
  readonly keys?: readonly ApiKey[] | undefined;
  readonly region?: Region | undefined;
  readonly allowLoopbackWebhooks?: boolean | undefined;
}

interface Ports {
  readonly ownProject: Project;
  readonly store: Store;
  readonly sessions: Sessions;
  /** Origin of the base host. */
  readonly baseUrl: string;
  readonly dialect: RestPorts['dialect'];
  readonly injectedRefusal: RestPorts['injectedRefusal'];
  now(): number;
  log(line: string): void;
}

/** The two REST hosts and the keys that the platform generates for its own account. */
export function createRestHosts(
  { keys: extraKeys = [], region = 'us', allowLoopbackWebhooks = false }: RestOptions,
  { ownProject, store, sessions, baseUrl, dialect, injectedRefusal, now, log }: Ports,
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
      ...extraKeys,
    ],
    { ...ownProject, region },
  );
  for (const project of keyring.projects) seedProject(store, project, now());

  const ports = { keyring, dialect, injectedRefusal, log };
  const base = baseRouteGroups({
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
    platform: createRestApp(platformRouteGroups({ store, now, newSecret }), ports),
  };
}
