/** Actions of the client on a system message of the platform. */
export type SystemAction =
  /** A bug of the client: reported to the debug hook, not shown. */
  | 'log'
  | 'show'
  /** Shown; the visitor can send the last message again. */
  | 'resend'
  /** The session is gone; a new chat is offered. */
  | 'gone'
  /** Possibly temporary: the relay is asked for the state of the session. */
  | 'check'
  /** The operator's configuration is wrong; no further attempt. */
  | 'configuration'
  /** The agent is asked to join again. */
  | 'rejoin'
  | 'handoff-failed'
  /** Shown; the last message was not delivered. */
  | 'not-delivered';

/** Actions by the beginning of the text (M-10.1 to M-10.10). */
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

/** Action for a system message. M-10.11: a text that the catalogue does not contain is shown. */
export function systemAction(message: string): SystemAction {
  return CATALOGUE.find(([start]) => message.startsWith(start))?.[1] ?? 'show';
}
