import { createRestHosts } from '../../../src/emulator/rest/index.ts';
import { openSessions } from '../../../src/emulator/sessions.ts';
import type { Store } from '../../../src/emulator/store/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** The REST hosts over a store, without servers; nothing is refused by order and time stands still. */
export function hostsOf(
  store: Store,
  keys: Parameters<typeof createRestHosts>[0]['keys'],
  log: (line: string) => void = () => {},
) {
  const sessions = openSessions({
    journal: store.journal,
    keepHandoff: () => {},
    keepIncident: store.traffic.keepIncident,
    improvise: undefined,
    isDeskStaffed: () => false,
    clock: createFakeClock(),
    dialect: 'service',
    pace: { wordMs: 0, thinkingMs: 0 },
    mediaUrl: 'http://127.0.0.1/media',
    idleMs: 600_000,
    log,
  });
  return createRestHosts(
    { ...(keys && { keys }) },
    {
      own: { accountId: 'lumen-oak', projectId: 'shop' },
      store,
      sessions,
      baseUrl: 'http://127.0.0.1',
      ordered: () => undefined,
      now: () => 0,
      log,
    },
  );
}
