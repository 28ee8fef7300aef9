import { pino } from 'pino';
import type { Log, LogOptions } from '../log/log.ts';
import { createScrubber } from '../log/log-scrubber.ts';
import { traceId } from './outbound/tracing.ts';

/**
 * Creates a log with one JSON line for each record. As a second line of defence it replaces known secrets and secret patterns.
 */
export function createLog({ level, sink, clock, secrets }: LogOptions): Log {
  const scrub = createScrubber(secrets);
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      mixin() {
        const id = traceId();
        return id === undefined ? {} : { trace_id: id };
      },
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => sink.write(scrub(line)) },
  );
}
