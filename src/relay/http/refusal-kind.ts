/** Kinds of refusals by rules of the relay (docs/operations.md). They are values of a label, so the list is bounded. */
export const REFUSAL_KINDS = [
  'admin_key',
  'body',
  'challenge',
  'closed',
  'connection_limit',
  'headers',
  'idle_connections',
  'invalid',
  'method',
  'misdirected',
  'origin',
  'path',
  'rate_limit',
  'scope',
  'session_sockets',
  'ticket',
  'timeout',
  'unread_answers',
  'upgrade_required',
  'webhook_signature',
] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];
