import { ACCESS_TOKEN_PATH, SESSIONS_PATH } from '../http/paths.ts';
import type { Refusal } from '../http/refusals.ts';
import type { Family } from '../model/keys.ts';
import type { LastingFault } from './injected-fault.ts';

/** A call that `refuseNext` can refuse: one of the messaging host, or any call of another family. */
export type Call = 'access-token' | 'sessions' | 'handshake' | Family;

const PATHS = { 'access-token': ACCESS_TOKEN_PATH, sessions: SESSIONS_PATH } as const;

/** The fault that refuses the next such call, once. */
export function refusalFault(
  call: Call,
  { status, text, retryAfterSeconds: retryAfterS }: Refusal,
): LastingFault {
  const refusal = { status, text, retryAfterS, count: 1 };
  switch (call) {
    case 'handshake':
      return { on: 'handshake', do: 'refuse', ...refusal };
    case 'access-token':
    case 'sessions':
      return { on: 'rest', host: 'messaging', path: PATHS[call], do: 'status', ...refusal };
    default:
      return { on: 'rest', host: call, do: 'status', ...refusal };
  }
}
