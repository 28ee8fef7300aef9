import { createRestHosts } from '../../../../src/emulator/hosts/rest-hosts.ts';
import { openSessions } from '../../../../src/emulator/sessions/sessions.ts';
import type { Store } from '../../../../src/emulator/store/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** The REST hosts over a store, without servers, injected faults and a running clock. */
export function createInProcessHosts(
  store: Store,
  keys: Parameters<typeof createRestHosts>[0]['keys'],
  log: (line: string) => void = () => {},
) {
  const clock = createFakeClock();
  const sessions = openSessions({
    journal: store.journal,
    storeHandoff: () => {},
    recordFailure: store.traffic.addFailure,
    modelReply: undefined,
    isDeskStaffed: () => false,
    clock,
    dialect: 'service',
    pace: { wordMs: 0, thinkingMs: 0 },
    mediaUrl: 'http://127.0.0.1/media',
    idleMs: 600_000,
    log,
  });
  return createRestHosts(
    { ...(keys && { keys }) },
    {
      ownProject: { accountId: 'lumen-oak', projectId: 'shop' },
      dialect: 'service',
      store,
      sessions,
      clock,
      baseUrl: 'http://127.0.0.1',
      injectedRefusal: () => undefined,
      now: () => 0,
      log,
    },
  );
}
