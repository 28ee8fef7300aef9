import type { ContextOutcome } from '../../protocol/relay.ts';

/** State of the page's token for a new session. While it is `asked`, the join waits (M-7.10). */
export type VerifiedContext =
  | { readonly status: 'none' }
  | { readonly status: 'asked'; readonly sessionId: string; readonly until: number }
  | { readonly status: 'over'; readonly sessionId: string };

/** Detail of the chat's event `context`. */
export interface ContextResult {
  readonly sessionId: string;
  readonly outcome: ContextOutcome;
}

export const contextDueAt = (context: VerifiedContext): number | null =>
  context.status === 'asked' ? context.until : null;
