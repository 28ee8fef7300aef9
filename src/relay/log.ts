import { type Logger, pino } from 'pino';
import type { Clock } from '../base/clock.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Where log lines go; each ends in a newline. */
export interface LogSink {
  write(line: string): void;
}

export type Log = Logger;

interface LogOptions {
  readonly level: (typeof LOG_LEVELS)[number];
  readonly sink: LogSink;
  readonly clock: Clock;
  /** Values that must not be in any line, whatever brought them there. */
  readonly secrets: readonly string[];
}

/** Shapes of secrets that are not known beforehand: JSON Web Tokens and the token of a socket URL. */
const SHAPES = /eyJ[\w-]+\.[\w-]+\.[\w-]*|((?:access_token|session_id)=)[^&"\\\s]+/g;

/**
 * One JSON line a record. Callers pass no secrets; should one slip into an error's text all the same, the last step
 * before the sink takes it out.
 */
export function createLog({ level, sink, clock, secrets }: LogOptions): Log {
  // As they would stand in a JSON line.
  const spellings = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  const scrubbed: LogSink = {
    write(line) {
      const known = spellings.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
      sink.write(known.replace(SHAPES, (_, name = '') => `${name}[secret]`));
    },
  };
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    scrubbed,
  );
}

/** Enough of a session id to find it again in the logs, too little to resume it. */
export const idTail = (sessionId: string): string => sessionId.slice(-4);
