import type { EndReason } from '../../protocol/events.ts';
import type { HandoffData, ModelReply } from '../agent/answer.ts';
import type { Question } from '../agent/model-agent.ts';
import type { AgentFailure } from '../model/agent-failure.ts';
import type { Journal } from '../model/journal.ts';
import type { Settings } from '../model/settings.ts';
import type { SessionUpdate } from './session-update.ts';

/** Dependencies of a session. */
export interface SessionPorts extends Pick<Settings, 'clock' | 'dialect' | 'pace' | 'mediaUrl'> {
  readonly journal: Journal;
  readonly shopUrl?: string | undefined;
  readonly idleMs: number;
  /** Answers messages that are no command of the script; undefined when no model is configured. */
  readonly modelReply?: ((question: Question) => ModelReply) | undefined;
  /** True if the desk takes visitors of this session who ask for a person. */
  isDeskStaffed(): boolean;
  onUpdate(update: SessionUpdate): void;
  /** Stores the handoff state for the live agent who takes over. */
  storeHandoff(sessionId: string, data: HandoffData): void;
  /** Records a failure for the metrics of alert rules. */
  recordFailure(sessionId: string, failure: AgentFailure, at: number): void;
  /** Called once, when the session has ended. */
  onEnd(reason: EndReason): void;
}
