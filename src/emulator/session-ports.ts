import type { Clock } from '../base/clock.ts';
import type { Dialect } from '../protocol/dialect.ts';
import type { EndReason } from '../protocol/events.ts';
import type { Question } from './agent/model-agent.ts';
import type { HandoffData } from './agent/script.ts';
import type { Pace } from './agent/tempo.ts';
import type { Happening } from './happening.ts';
import type { Journal } from './journal.ts';
import type { Improvisation } from './player.ts';
import type { Incident } from './store/traffic.ts';

/** What a session lives on. */
export interface SessionPorts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly pace: Pace;
  /** Where the pictures of the agent's cards are. */
  readonly mediaUrl: string;
  readonly idleMs: number;
  /** How a model answers where the script has no command; undefined when there is none. */
  readonly improvise?: ((question: Question) => Improvisation) | undefined;
  /** Whether somebody at the desk takes visitors of this session who want a person. */
  isDeskStaffed(): boolean;
  /** Tells whoever watches sessions. */
  tell(happening: Happening): void;
  /** Keeps what the agent leaves for whoever the conversation is handed to. */
  keepHandoff(sessionId: string, data: HandoffData): void;
  /** Keeps what went wrong, for the metrics of alert rules. */
  keepIncident(sessionId: string, incident: Incident, at: number): void;
  /** Called once, when the session has ended. */
  onEnd(reason: EndReason): void;
}
