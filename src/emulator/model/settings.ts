import type { Clock } from '../../base/clock.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import type { Pace } from './pace.ts';

/** The settings that the parts of a running platform share. */
export interface Settings {
  readonly clock: Clock;
  readonly pace: Pace;
  readonly dialect: Dialect;
  /** The address that the hosts listen on. */
  readonly listen: string;
  readonly mediaUrl: string;
  /** Called with one line for each event of the platform. */
  readonly log: (line: string) => void;
}

/** Access to the control API and the desk. */
export interface ControlAccess {
  /**
   * The key of `/control/faults` and `/desk` on the messaging host, at least 16 characters. Without one there is no
   * control API and the desk is closed.
   */
  readonly controlKey?: string | undefined;
  /** Origins of pages that may use the control key from a browser. Default: none. */
  readonly controlOrigins?: readonly string[];
}
