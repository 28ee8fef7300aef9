import { newSecret } from '../access/secrets.ts';
import { createKeyring } from '../model/keys.ts';
import type { Project } from '../model/project.ts';
import { seedProject } from '../store/seed-project.ts';
import { baseRouteGroups } from './base/base-host-routes.ts';
import type { EmulatorOptions } from './emulator.ts';
import { platformRouteGroups } from './platform/platform-host-routes.ts';
import { createRestApp, type RestPorts } from './rest/rest-app.ts';
import type { RoutePorts } from './rest/route.ts';

type RestOptions = Pick<EmulatorOptions, 'keys' | 'region' | 'allowLoopbackWebhooks'>;

interface Ports extends Omit<RestPorts, 'keyring'>, Omit<RoutePorts, 'allowLoopbackWebhooks'> {
  readonly ownProject: Project;
}

/** The two REST hosts and the keys that the platform generates for its own account. */
export function createRestHosts(
  { keys: extraKeys = [], region = 'us', allowLoopbackWebhooks = false }: RestOptions,
  { ownProject, dialect, injectedRefusal, log, ...ports }: Ports,
) {
  const { store, now } = ports;
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

  const restPorts = { keyring, dialect, injectedRefusal, log };
  const routePorts = { ...ports, allowLoopbackWebhooks };
  return {
    keys,
    base: createRestApp(baseRouteGroups(routePorts), restPorts),
    platform: createRestApp(platformRouteGroups(routePorts), restPorts),
  };
}
