/** The platform's system messages by what a client does about them (messaging §10). */
export type SystemAction =
  /** A bug of ours: debug hook only, nothing is shown. */
  | 'log'
  /** Shown; the visitor may try again. */
  | 'show'
  /** The session is gone: a new chat is offered. */
  | 'gone'
  /** Perhaps transient: ask what became of the session. */
  | 'check'
  /** The operator's configuration is wrong. */
  | 'configuration'
  /** The agent has to be asked to join again. */
  | 'rejoin'
  | 'handoff-failed'
  /** The last message was not delivered. */
  | 'not-delivered';

const CATALOGUE: readonly (readonly [start: string, action: SystemAction])[] = [
  ['Unknown event type or invalid message format', 'log'],
  ['Event type not allowed', 'log'],
  ['Our system is experiencing high load.', 'show'],
  ["Sorry, I'm unable to start a conversation right now.", 'rejoin'],
  ["Sorry, I'm having trouble responding right now.", 'show'],
  ['Sorry, I encountered an error.', 'show'],
  ['Error: Session not found', 'gone'],
  ['Error: Unable to retrieve session', 'check'],
  ['Error: Connector not found', 'configuration'],
  ['Error: Conversation not found', 'rejoin'],
  ['Error: Conversation ID not found in session', 'rejoin'],
  ['Sorry, we could not connect you to an agent.', 'handoff-failed'],
  ['Sorry, handoff could not be initiated.', 'handoff-failed'],
  ['Failed to forward message to live agent', 'not-delivered'],
];

/** What to do about a system message; a text outside the catalogue is shown. */
export function systemAction(message: string): SystemAction {
  return CATALOGUE.find(([start]) => message.startsWith(start))?.[1] ?? 'show';
}
