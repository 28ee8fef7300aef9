import type { ContextOutcome } from '../../protocol/relay.ts';

/** Whether the page was asked for a token about a new session, whose join waits meanwhile (M-7.10). */
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
