import type { Log } from '../log.ts';
import type { Failure } from '../problem.ts';

/** One call of an operation by a known actor. Contains nothing of what was sent or answered (S-87). */
export interface AuditEntry {
  readonly requestId: string;
  /** The operation id. */
  readonly operation: string;
  /** The name of the actor. */
  readonly who: string;
  /** The client that rate limits count: it names the network of the caller (S-111). */
  readonly client: string;
  /** The ids of the path, and those of the query that name an account, project, agent or branch. */
  readonly target: Readonly<Record<string, string>>;
  /** The status of a success, or the failure. */
  readonly outcome: Failure['failed'] | number;
}

/** Keeps what actors did. */
export interface Audit {
  /** Records one call, with the present time. Never throws. */
  record(entry: AuditEntry): void;
}

/** Creates an audit that writes its records to the log. */
export function createLogAudit(log: Log): Audit {
  return {
    record({ requestId, operation, ...rest }) {
      const isRefused = rest.outcome === 'forbidden' || rest.outcome === 'not-of-console';
      const level = isRefused ? 'warn' : 'info';
      log[level]({ request_id: requestId, audit: operation, ...rest }, 'audit');
    },
  };
}
