import { err, ok, type Result } from '../../../base/result.ts';
import type { Failure } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import type { PollingPage, Polls } from '../../site/polls.ts';
import type { HandshakeRefusal } from './admit-handshake.ts';
import type { OpenConnections } from './open-connections.ts';
import type { PlatformOpener } from './open-platform.ts';
import { createPolledSide, type PolledSide } from './polled-side.ts';
import type { ProxyConnection } from './proxy-connection.ts';

export interface PollsPorts extends Pick<Services, 'clock'> {
  readonly connections: OpenConnections;
  readonly platform: PlatformOpener;
}

interface Polled {
  readonly side: PolledSide;
  readonly connection: ProxyConnection;
}

/** Wait for clients that are refused without one. */
const RETRY_MS = 5_000;

function failureOf({ status, retryInMs = RETRY_MS }: HandshakeRefusal): Failure {
  switch (status) {
    case 401:
    case 403:
    case 404:
      return { failed: 'session-expired' };
    case 429:
      return { failed: 'too-many-requests', retryInMs };
    case 504:
      return { failed: 'messaging', error: { kind: 'timeout' } };
    default:
      return { failed: 'messaging', error: { kind: 'unreachable' } };
  }
}

/** Opens a connection to the platform for each polled one, and closes it when nobody polls. */
export function createPolls({ clock, connections, platform }: PollsPorts): Polls & { end(): void } {
  const polled = new Map<string, Promise<Result<Polled, Failure>>>();
  const sides = new Set<PolledSide>();

  async function open(page: PollingPage, key: string): Promise<Result<Polled, Failure>> {
    const { site, grant, client } = page;
    const refused = await site.limits.consume('socketsByAddress', client);
    if (refused) return err(refused);
    // As a ticket does for a socket: a message that cannot be claimed would wait in vain, and fail.
    await site.store.check();
    // Not the page's `leaving`: its next request may come from elsewhere.
    const opening = await platform.open(page, new AbortController().signal);
    if (!opening.ok) return err(failureOf(opening.error));
    const side = createPolledSide(clock, () => {
      sides.delete(side);
      polled.delete(key);
    });
    sides.add(side);
    return ok({ side, connection: connections.connect(side, opening.value, grant, site) });
  }

  function find(page: PollingPage): Promise<Result<Polled, Failure>> {
    const { site, grant, connection } = page;
    const key = `${site.site.name}/${grant.session_id}/${connection}`;
    const known = polled.get(key);
    if (known) return known;
    const opening = open(page, key);
    polled.set(key, opening);
    // The next request tries again.
    opening.then(
      (result) => result.ok || polled.delete(key),
      () => polled.delete(key),
    );
    return opening;
  }

  return {
    async poll(page, nth) {
      const found = await find(page);
      return found.ok ? ok(await found.value.side.poll(nth, page.cursor, page.leaving)) : found;
    },
    async post(page, frames) {
      const found = await find(page);
      if (!found.ok) return found;
      const { side, connection } = found.value;
      side.receive(frames);
      return (await connection.flushed()) ? ok(undefined) : err({ failed: 'connection-closed' });
    },
    end() {
      for (const side of sides) side.dispose();
    },
  };
}
