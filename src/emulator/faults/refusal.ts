import { STATUS_CODES } from 'node:http';
import { REFUSALS, type Refusal } from '../http/refusals.ts';
import type { LastingFault } from './injected-fault.ts';

/** The platform's own text for each status of a refused handshake (M-3.4 to M-3.7). */
const HANDSHAKE_TEXTS = new Map<number, string>(
  [
    REFUSALS.badParameters,
    REFUSALS.authenticationFailed,
    REFUSALS.noSession,
    REFUSALS.tooManyConnections,
  ].map(({ status, text }) => [status, text]),
);

const textOf = (status: number) => STATUS_CODES[status] ?? 'Refused';

/** The refusal that a fault causes; undefined for faults that refuse nothing. `leftMs`: the rest of a throttle's minute. */
export function refusalOf(fault: LastingFault, leftMs: number): Refusal | undefined {
  switch (fault.do) {
    case 'refuse':
    case 'status': {
      const { status, retryAfterS: retryAfterSeconds } = fault;
      const own = fault.on === 'handshake' ? HANDSHAKE_TEXTS.get(status) : undefined;
      return { status, text: fault.text ?? own ?? textOf(status), retryAfterSeconds };
    }
    case 'throttle': {
      const { text = textOf(429), retryAfterS = Math.ceil(leftMs / 1000) } = fault;
      return { status: 429, text, retryAfterSeconds: retryAfterS };
    }
    default:
      return undefined;
  }
}
