import type { Failure } from '../problem.ts';

/** Kinds of what a relay turns away by its own rules (docs/operations.md): the values of a label, so the list is bounded. */
export const REFUSAL_KINDS = [
  'admin_key',
  'body',
  'connection_limit',
  'headers',
  'invalid',
  'method',
  'misdirected',
  'origin',
  'path',
  'rate_limit',
  'scope',
  'session_sockets',
  'silent_connections',
  'ticket',
  'timeout',
  'upgrade_required',
  'webhook_signature',
] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** undefined: there is nothing of that name or no longer, or the relay cannot do what is asked. */
const KINDS: Readonly<Record<Failure['failed'], RefusalKind | undefined>> = {
  'origin-not-allowed': 'origin',
  'session-unknown': undefined,
  'session-expired': undefined,
  'invalid-request': 'invalid',
  unprocessable: 'invalid',
  'unclear-path': 'path',
  'body-too-large': 'body',
  'unsupported-media-type': 'body',
  busy: 'body',
  'headers-too-large': 'headers',
  'request-timeout': 'timeout',
  'not-found': undefined,
  'method-not-allowed': 'method',
  'wrong-host': 'misdirected',
  'upgrade-required': 'upgrade_required',
  unauthorized: 'admin_key',
  'signed-out': undefined,
  'key-unknown': 'admin_key',
  'not-of-console': 'origin',
  unsigned: 'webhook_signature',
  'rotation-in-progress': undefined,
  'rotation-overlapping': undefined,
  forbidden: 'scope',
  'outside-binding': 'scope',
  'too-many-requests': 'rate_limit',
  messaging: undefined,
  'not-configured': undefined,
  platform: undefined,
  store: undefined,
  internal: undefined,
};

export const refusalKind = (failed: Failure['failed']): RefusalKind | undefined => KINDS[failed];
