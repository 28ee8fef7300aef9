import { startDeadline } from '../../base/deadline.ts';
import type { SiteConfig } from '../config/config.ts';
import type { Services } from '../services/services.ts';

/** Readiness of a relay to serve visitors. */
export interface Readiness {
  readonly store: 'ok' | 'failed';
  readonly upstream: 'ok' | 'failed';
}

const CHECK_TIMEOUT_MS = 3_000;
/** Time to reuse a result, so that frequent probes do not load store and platform. */
const CACHE_MS = 5_000;

export function createReadiness(
  sites: () => readonly Pick<SiteConfig, 'messagingUrl'>[],
  { clock, fetch, store, stop }: Services,
) {
  let latest: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;

  async function runCheck(check: (signal: AbortSignal) => Promise<unknown>): Promise<'ok' | 'failed'> {
    const deadline = startDeadline(clock, CHECK_TIMEOUT_MS, stop);
    const timeout = new Promise<'failed'>((resolve) =>
      deadline.signal.addEventListener('abort', () => resolve('failed')),
    );
    const outcome = await Promise.race([
      check(deadline.signal).then(
        () => 'ok' as const,
        () => 'failed' as const,
      ),
      timeout,
    ]);
    deadline.clear();
    return outcome;
  }

  /** Any status shows that the host is reachable. */
  const reachUpstream = (signal: AbortSignal) =>
    Promise.all(
      sites().map(async ({ messagingUrl }) => {
        const answer = await fetch(messagingUrl, { method: 'HEAD', redirect: 'manual', signal });
        await answer.body?.cancel();
      }),
    );

  async function checkAll(): Promise<Readiness> {
    const [storeState, upstreamState] = await Promise.all([
      runCheck(() => store.check()),
      runCheck(reachUpstream),
    ]);
    return { store: storeState, upstream: upstreamState };
  }

  return (): Promise<Readiness> => {
    if (!latest || clock.now() - latest.at >= CACHE_MS) latest = { at: clock.now(), readiness: checkAll() };
    return latest.readiness;
  };
}
