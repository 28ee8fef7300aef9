import type { Services } from '../services/services.ts';

const LOG_EVERY_MS = 60_000;

/** Returns a listener for dropped connections. It counts all of them and logs one line a minute. */
export function createDropReport(
  limit: number,
  { clock, log, metrics }: Pick<Services, 'clock' | 'log' | 'metrics'>,
): () => void {
  let dropped = 0;
  let quietUntil = 0;
  return () => {
    metrics.refused('connection_limit');
    dropped += 1;
    if (clock.now() < quietUntil) return;
    log.warn(
      { dropped },
      `connections above FOYER_MAX_CONNECTIONS (${limit}) are dropped; raise it together with the limit of open files, or add a relay`,
    );
    dropped = 0;
    quietUntil = clock.now() + LOG_EVERY_MS;
  };
}
