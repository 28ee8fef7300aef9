import type { Clock } from '../../base/clock.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';
import type { AgentModel } from '../agent/wires/ask.ts';
import type { Call } from '../faults/refusal-fault.ts';
import type { Refusal } from '../http/refusals.ts';
import type { ApiKey, Region } from '../model/keys.ts';
import type { Pace } from '../model/pace.ts';
import type { ControlAccess } from '../model/settings.ts';
import type { SyntheticConversations } from '../model/synthetic-options.ts';
import type { Annotation } from '../store/annotation-table.ts';
import type { HandoffState } from '../store/handoff-state-table.ts';
import type { ProjectSettings } from '../store/project-settings-table.ts';
import type { Connector } from './messaging/connectors.ts';
import type { ContextFields } from './messaging/context-token.ts';

export interface EmulatorOptions extends ControlAccess {
  /** Ports of the messaging, base and platform hosts. Default 0: any free port. */
  readonly port?: number;
  readonly basePort?: number;
  readonly platformPort?: number;
  /** The address to listen on. Default: 127.0.0.1. One that other machines can reach takes `allowNetwork` and a `controlKey`. */
  readonly listen?: string;
  /** Allows a `listen` address that other machines can reach. */
  readonly allowNetwork?: boolean;
  /** The SQLite file that holds the platform's state. A later start continues with it. Default `:memory:`. */
  readonly journal?: string;
  /** The credentials of token calls. Default: one connector with a random token for the hosts of this machine. */
  readonly connectors?: readonly Connector[];
  /** Keys besides the three of the platform's own account. Their projects exist too. */
  readonly keys?: readonly ApiKey[];
  /** The platform's region. Keys of other regions are refused. Default `us`. */
  readonly region?: Region;
  /** The settings of the platform's own project. They are stored. Default: the stored ones, else everything is shown. */
  readonly project?: ProjectSettings;
  /** Synthetic conversations to add to the platform's own project. Future ones begin and end in their time. */
  readonly conversations?: SyntheticConversations;
  /** The beginning of the addresses of products in the agent's cards. Default: `https://shop.example/`. */
  readonly shopUrl?: string;
  /** Allows webhook endpoints on this machine, also by http. For tests. */
  readonly allowLoopbackWebhooks?: boolean;
  /** The dialect that the platform speaks. It refuses the other one (M-1.9). Default `service`. */
  readonly dialect?: Dialect;
  readonly clock?: Clock;
  /** The speed of the agent. With zeros it answers at once. */
  readonly pace?: Pace;
  /** An agent of one's own that answers messages that are no command. It gets the behaviour rules of the branch `draft`. */
  readonly agentModel?: AgentModel | undefined;
  /**
   * Called with one line for each event of the platform. No line holds a token, a message text or a whole session id. A failure
   * of an agent of one's own is told in the agent's words.
   */
  readonly log?: (line: string) => void;
  /**
   * The key of a site's tokens about its visitors (M-7.10), at least 16 characters. With one, new sessions ask for a verified
   * context. Default: they ask for none.
   */
  readonly contextKey?: string | undefined;
  /** The time after which a session without client frames ends. Default: ten minutes (M-3.11). */
  readonly sessionIdleMs?: number;
}

/** A running platform. */
export interface Emulator {
  /** Origin of the messaging host, without a trailing slash. */
  readonly messagingUrl: string;
  /** `X-Token` and `X-Host` of the first connector. */
  readonly connectorToken: string;
  readonly hostIdentifier: string;
  /** Origins of the other two hosts. Outbound calls are on the platform host, with a token of their own. */
  readonly baseUrl: string;
  readonly platformUrl: string;
  readonly outboundUrl: string;
  /** `X-API-KEY` of the base and the platform host, and `X-Service-Auth-Token`, for the account below. */
  readonly baseKey: string;
  readonly platformKey: string;
  readonly outboundToken: string;
  readonly accountId: string;
  /** The agent has the same id. */
  readonly projectId: string;
  readonly branchId: string;
  /** Stores a handoff state. Handoffs of sessions store theirs by themselves. */
  putHandoffState(state: HandoffState): void;
  /** Adds synthetic conversations to the platform's own project. Idempotent for the same numbers. */
  generate(conversations: SyntheticConversations): void;
  /**
   * Evaluates the enabled alert rules at each minute from `from` to `to`, in milliseconds, as if the platform had run then.
   * Sends the resulting events to the webhook endpoints now. Throws unless the range is in the past and at most 31 days long.
   */
  evaluateAlerts(range: { readonly from: number; readonly to: number }): void;
  /** The annotations of a conversation, in the order of its turns. */
  annotationsOf(conversationId: string): readonly Annotation[];
  /** The number of open connections of one session, or of all. */
  connections(sessionId?: string): number;
  /** Ends the TCP connections of one session, or of all, without a close frame. Returns their number. */
  terminateConnections(sessionId?: string): number;
  /** Ends a session as idle. Returns false when it does not exist or has ended. */
  expireSession(sessionId: string): boolean;
  /** Refuses the next such call that has no refusal yet. */
  refuseNext(call: Call, refusal: Refusal): void;
  /** The stored events of a session, in order. Empty for an unknown one. */
  journalOf(sessionId: string): readonly SentEvent[];
  /** The site's accepted context of a session's visitor since the start; undefined for none. */
  contextOf(sessionId: string): ContextFields | undefined;
  /** The ids of all sessions, ended ones too, oldest first. */
  sessions(): readonly string[];
  /** Closes all connections, the hosts and the store. Idempotent. */
  close(): Promise<void>;
}
