import { reportLater } from '../../base/emitter.ts';
import { type ContextOutcome, MAX_CONTEXT_TOKEN } from '../../protocol/relay.ts';

/** The platform's request to a page about a new session. */
export interface ContextRequired {
  readonly sessionId: string;
  /** The token's `sub`. */
  readonly contextId: string;
}

/**
 * Returns the token that the site's own server has signed; null or undefined: there is none. The agent is asked to join after 4 s at
 * the latest, with or without it.
 */
export type OnContextRequired = (
  required: ContextRequired,
) => string | null | undefined | Promise<string | null | undefined>;

/** Asks the page for its token and submits it. No input contains the token, so no log does. */
export async function askForContext(
  required: ContextRequired,
  onContextRequired: OnContextRequired | undefined,
  submit: (token: string) => ContextOutcome | Promise<ContextOutcome>,
): Promise<ContextOutcome> {
  try {
    const token: unknown = await onContextRequired?.(required);
    if (typeof token !== 'string' || token === '') return 'none';
    return token.length > MAX_CONTEXT_TOKEN ? 'failed' : await submit(token);
  } catch (error) {
    // A bug of the page.
    reportLater(error);
    return 'failed';
  }
}
