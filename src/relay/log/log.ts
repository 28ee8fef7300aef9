import type { Clock } from '../../base/clock.ts';

/** From the least to the most important; `silent` logs nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Destination of log lines; each line ends in a newline. */
export interface LogSink {
  write(line: string): void;
}

export interface LogOptions {
  readonly level: (typeof LOG_LEVELS)[number];
  readonly sink: LogSink;
  readonly clock: Clock;
  /** Values that are removed from every line. More may be added. */
  readonly secrets: readonly string[];
}

interface Record {
  (fields: object, message: string): void;
  (message: string): void;
}

/** A log of records: fields and a constant message. Callers must not log secrets. */
export interface Log {
  readonly debug: Record;
  readonly info: Record;
  readonly warn: Record;
  readonly error: Record;
  /** Returns a log that adds these fields to each record. */
  child(fields: object): Log;
}

/** The last characters of a session id. They are enough to find it in the logs and too few to resume it. */
export const idTail = (sessionId: string): string => sessionId.slice(-4);
