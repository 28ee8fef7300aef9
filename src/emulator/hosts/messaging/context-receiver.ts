import * as z from 'zod';
import { hashOf } from '../../../base/same-secret.ts';
import { REFUSALS, type Refusal } from '../../http/refusals.ts';
import type { Journal } from '../../model/journal.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { type ContextFields, readContextToken } from './context-token.ts';

interface ContextPorts {
  readonly journal: Pick<Journal, 'session' | 'events'>;
  readonly sessions: Pick<Sessions, 'live'>;
  readonly contexts: Map<string, ContextFields>;
  now(): number;
}

/** Takes a token about the visitor of a session from the bearer of its access token. Returns a refusal, or undefined. */
export type ContextReceiver = (sessionId: string, accessToken: string, body: unknown) => Refusal | undefined;

const submission = z.object({ token: z.string() });

/** undefined without a key. */
export function createContextReceiver(
  key: string | undefined,
  { journal, sessions, contexts, now }: ContextPorts,
): ContextReceiver | undefined {
  if (key === undefined) return undefined;
  return (sessionId, accessToken, body) => {
    const stored = journal.session(sessionId);
    if (stored === undefined || sessions.live(sessionId) === undefined) return REFUSALS.noSession;
    if (stored.tokenHash !== hashOf(accessToken)) return REFUSALS.foreignToken;
    const read = submission.safeParse(body);
    if (!read.success) return REFUSALS.unreadableBody;
    const [start] = journal.events(sessionId, 0, 1);
    const contextId = start?.kind === 'sessionStart' ? start.contextId : undefined;
    const { token } = read.data;
    const fields =
      contextId === undefined ? undefined : readContextToken(token, { key, contextId, now: now() });
    if (!fields) return REFUSALS.refusedContext;
    contexts.set(sessionId, fields);
    return undefined;
  };
}
