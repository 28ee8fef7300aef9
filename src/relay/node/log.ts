import { pino } from 'pino';
import type { Clock } from '../../base/clock.ts';
import type { LOG_LEVELS, Log, LogSink } from '../log.ts';
import { traceId } from './tracing.ts';

interface LogOptions {
  readonly level: (typeof LOG_LEVELS)[number];
  readonly sink: LogSink;
  readonly clock: Clock;
  /** Values that are removed from every line. More may be added. */
  readonly secrets: readonly string[];
}

/** Secrets that are not known in advance: the parameters of a socket URL, and JSON Web Tokens. */
const SOCKET_PARAMETER = /((?:access_token|session_id)=)[^&"\\\s]+/g;
/** A run of the characters of a token. One pattern for the whole token would search each run many times. */
const TOKEN_RUN = /[\w.-]+/g;

/** Replaces a token and what follows it without a separator. A JSON Web Token begins with `eyJ` and has three parts. */
function withoutToken(run: string): string {
  const begin = run.indexOf('eyJ');
  return begin < 0 || run.slice(begin).split('.', 3).length < 3 ? run : `${run.slice(0, begin)}[secret]`;
}

/**
 * Creates a log with one JSON line for each record. As a second line of defence, known secrets and secret patterns are
 * replaced before a line is written.
 */
export function createLog({ level, sink, clock, secrets }: LogOptions): Log {
  /** In JSON spelling, as in a line. */
  let spellings: readonly string[] = [];
  const scrubbed: LogSink = {
    write(line) {
      if (spellings.length < secrets.length)
        spellings = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
      const known = spellings.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
      sink.write(known.replace(SOCKET_PARAMETER, '$1[secret]').replace(TOKEN_RUN, withoutToken));
    },
  };
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
    scrubbed,
  );
}
