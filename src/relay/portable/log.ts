import { LOG_LEVELS, type Log, type LogOptions } from '../log/log.ts';
import { createScrubber } from '../log/log-scrubber.ts';

/** Converts errors, because JSON shows none of their fields. */
const withErrors = (_: string, value: unknown): unknown =>
  value instanceof Error ? { type: value.name, message: value.message, stack: value.stack } : value;

/** Creates the log of a runtime without pino: one line of JSON for each record. */
export function createPortableLog({ level, sink, clock, secrets }: LogOptions): Log {
  const scrub = createScrubber(secrets);
  const least = LOG_LEVELS.indexOf(level);

  function withFields(common: object): Log {
    const record =
      (name: (typeof LOG_LEVELS)[number]) =>
      (fields: object | string, message?: string): void => {
        if (LOG_LEVELS.indexOf(name) < least) return;
        const [own, msg] = typeof fields === 'string' ? [{}, fields] : [fields, message];
        const time = new Date(clock.now()).toISOString();
        sink.write(scrub(`${JSON.stringify({ level: name, time, ...common, ...own, msg }, withErrors)}\n`));
      };
    return {
      debug: record('debug'),
      info: record('info'),
      warn: record('warn'),
      error: record('error'),
      child: (fields) => withFields({ ...common, ...fields }),
    };
  }
  return withFields({});
}
