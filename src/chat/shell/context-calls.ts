import { reportLater } from '../../base/emitter.ts';
import { type ContextOutcome, MAX_CONTEXT_TOKEN } from '../../protocol/relay.ts';
import type { InputBody } from '../model/state.ts';
import type { Performers } from './effects.ts';
import type { RelayClient } from './relay-client.ts';

/** What the platform asks of a page about a new session. */
export interface ContextRequired {
  readonly sessionId: string;
  /** The `sub` of the token. */
  readonly contextId: string;
}

/**
 * Gives the token that the site's own server has signed; nothing: there is none. The agent is asked to join after 4 s at the
 * latest, with or without it.
 */
export type OnContextRequired = (
  required: ContextRequired,
) => string | null | undefined | Promise<string | null | undefined>;

/** Asks the page for its token and gives it to the relay. The token is in no input, so that no log contains it. */
export function createContextCalls(
  relay: Pick<RelayClient, 'submitContext'>,
  onContextRequired: OnContextRequired | undefined,
  dispatch: (input: InputBody) => void,
) {
  const calls = new Map<string, AbortController>();

  async function outcomeOf(required: ContextRequired, { signal }: AbortController): Promise<ContextOutcome> {
    let token: unknown;
    try {
      token = await onContextRequired?.(required);
    } catch (error) {
      // A bug of the page.
      reportLater(error);
      return 'failed';
    }
    if (typeof token !== 'string' || token === '') return 'none';
    if (signal.aborted || token.length > MAX_CONTEXT_TOKEN) return 'failed';
    return relay.submitContext(required.sessionId, token, signal);
  }

  const drop = (sessionId: string): void => {
    calls.get(sessionId)?.abort();
    calls.delete(sessionId);
  };

  const performers: Performers<'ask-context' | 'drop-context'> = {
    async 'ask-context'({ sessionId, contextId }) {
      const aborter = new AbortController();
      calls.set(sessionId, aborter);
      const outcome = await outcomeOf({ sessionId, contextId }, aborter);
      if (calls.delete(sessionId)) dispatch({ type: 'context-settled', sessionId, outcome });
    },
    'drop-context': ({ sessionId }) => drop(sessionId),
  };
  return {
    performers,
    abortAll(): void {
      for (const sessionId of calls.keys()) drop(sessionId);
    },
  };
}
