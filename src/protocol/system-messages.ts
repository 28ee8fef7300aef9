/** The platform's system messages by what a client does about them (messaging §10). */
export type SystemAction =
  /** A bug of ours: debug hook only, nothing is shown. */
  | 'log'
  | 'show'
  /** Shown; the visitor may send the last message again. */
  | 'resend'
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

/** The beginnings that tell the texts apart; whatever begins otherwise is shown. */
const CATALOGUE: readonly (readonly [start: string, action: SystemAction])[] = [
  ['Unknown event type', 'log'],
  ['Event type not allowed', 'log'],
  ['Our system is experiencing high load', 'resend'],
  ["Sorry, I'm having trouble", 'resend'],
  ['Sorry, I encountered an error', 'resend'],
  ["Sorry, I'm unable to start", 'rejoin'],
  ['Error: Session not found', 'gone'],
  ['Error: Unable to retrieve', 'check'],
  ['Error: Connector', 'configuration'],
  ['Error: Conversation', 'rejoin'],
  ['Sorry, we could not connect', 'handoff-failed'],
  ['Sorry, handoff could not', 'handoff-failed'],
  ['Failed to forward', 'not-delivered'],
];

/** What to do about a system message; a text outside the catalogue is shown. */
export function systemAction(message: string): SystemAction {
  return CATALOGUE.find(([start]) => message.startsWith(start))?.[1] ?? 'show';
}
