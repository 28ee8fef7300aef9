import { pino } from 'pino';
import type { Clock } from '../../base/clock.ts';
import type { LOG_LEVELS, Log, LogSink } from '../log.ts';
import { createScrubber } from '../log-scrubber.ts';
import { traceId } from './tracing.ts';

interface LogOptions {
  readonly level: (typeof LOG_LEVELS)[number];
  readonly sink: LogSink;
  readonly clock: Clock;
  /** Values that are removed from every line. More may be added. */
  readonly secrets: readonly string[];
}

/**
 * Creates a log with one JSON line for each record. As a second line of defence, known secrets and secret patterns are
 * replaced before a line is written.
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
