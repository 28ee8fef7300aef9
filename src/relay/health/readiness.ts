import type { Clock } from '../../base/clock.ts';
import { startDeadline } from '../../base/deadline.ts';
import type { Store } from '../store/store.ts';

/** Whether a relay can do its work, for whoever sends it visitors. */
export interface Readiness {
  readonly store: 'ok' | 'failed';
  readonly upstream: 'ok' | 'failed';
}

export interface ReadinessPorts {
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly store: Store;
  readonly messagingUrl: string;
  /** Goes off when the relay closes. */
  readonly stop: AbortSignal;
}

const WITHIN_MS = 3_000;
/** However often it is asked, neither store nor platform is troubled more often than this. */
const FRESH_MS = 5_000;

export function createReadiness({ clock, fetch, store, messagingUrl, stop }: ReadinessPorts) {
  let latest: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;

  async function within(attempt: (signal: AbortSignal) => Promise<unknown>): Promise<'ok' | 'failed'> {
    const deadline = startDeadline(clock, WITHIN_MS, stop);
    const over = new Promise<'failed'>((resolve) =>
      deadline.signal.addEventListener('abort', () => resolve('failed')),
    );
    const outcome = await Promise.race([
      attempt(deadline.signal).then(
        () => 'ok' as const,
        () => 'failed' as const,
      ),
      over,
    ]);
    deadline.clear();
    return outcome;
  }

  /** Any answer at all means that the host is there; what it says of its root is its own affair. */
  const reach = (signal: AbortSignal) =>
    fetch(messagingUrl, { method: 'HEAD', redirect: 'manual', signal }).then((it) => it.body?.cancel());

  async function look(): Promise<Readiness> {
    const [kept, reached] = await Promise.all([within(() => store.check()), within(reach)]);
    return { store: kept, upstream: reached };
  }

  return (): Promise<Readiness> => {
    if (!latest || clock.now() - latest.at >= FRESH_MS) latest = { at: clock.now(), readiness: look() };
    return latest.readiness;
  };
}
