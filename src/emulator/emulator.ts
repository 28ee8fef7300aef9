import type { Clock } from '../base/clock.ts';
import type { Dialect } from '../protocol/dialect.ts';
import type { SentEvent } from '../protocol/server-frames.ts';
import type { AgentModel } from './agent/model.ts';
import type { Pace } from './agent/tempo.ts';
import type { Connector } from './connectors.ts';
import type { Generated } from './conversations/generator.ts';
import type { ApiKey, Region } from './keys.ts';
import type { Call, Refusal } from './refusals.ts';
import type { HandoffState } from './store/handoff-states.ts';
import type { ProjectSettings } from './store/project-settings.ts';
import type { Annotation } from './store/remarks.ts';

export interface EmulatorOptions {
  /** Ports of the messaging, base and platform hosts. Default 0: any free port. */
  readonly port?: number;
  readonly basePort?: number;
  readonly platformPort?: number;
  /** The address it binds; loopback unless told otherwise, which takes `allowNetwork` and a `controlKey`. */
  readonly listen?: string;
  /** Whether `listen` may be an address that other machines reach. */
  readonly allowNetwork?: boolean;
  /** A SQLite file, which a later start goes on from; `:memory:` by default. */
  readonly journal?: string;
  /** Who may ask for visitors' tokens; by default one connector with a random token, for this machine's own hosts. */
  readonly connectors?: readonly Connector[];
  /** Keys besides the three that the platform makes for its own account; their projects exist, too. */
  readonly keys?: readonly ApiKey[];
  /** Where the platform stands: keys of other regions are refused. Default `us`. */
  readonly region?: Region;
  /** How the platform's own project shows its conversations; default: as it was told before, else all of them in full. */
  readonly project?: ProjectSettings;
  /** Conversations of its own project that nobody held, added to those that are there. */
  readonly conversations?: Generated;
  /** Whether webhook endpoints may be on this machine, by http as well; for tests. */
  readonly allowLoopbackWebhooks?: boolean;
  /** How the platform spells its events; it understands both. */
  readonly dialect?: Dialect;
  readonly clock?: Clock;
  /** The agent's tempo; zeros make it answer at once. */
  readonly pace?: Pace;
  /** Answers in the script's place, but for its commands, by the behaviour rules of the branch `main`. */
  readonly agentModel?: AgentModel | undefined;
  /** One line for each happening, without tokens, message text or whole session ids. */
  readonly log?: (line: string) => void;
  /**
   * Opens `/control/faults` and `/desk` on the messaging host to whoever has it; at least 16 characters. Without one there
   * are no such paths.
   */
  readonly controlKey?: string | undefined;
  /** Origins of pages that may use the control key from a browser; none by default. */
  readonly controlOrigins?: readonly string[];
  /** How long a session lives without a client frame; ten minutes. */
  readonly sessionIdleMs?: number;
}

/** A running platform. */
export interface Emulator {
  /** Origin of the messaging host, without a slash at the end. */
  readonly messagingUrl: string;
  /** `X-Token` and `X-Host` of the first connector. */
  readonly connectorToken: string;
  readonly hostIdentifier: string;
  /** Origins of the other two hosts; calls out are made on the platform host, under a token of their own. */
  readonly baseUrl: string;
  readonly platformUrl: string;
  readonly outboundUrl: string;
  /** `X-API-KEY` of either host, and `X-Service-Auth-Token`, for the account below. */
  readonly baseKey: string;
  readonly platformKey: string;
  readonly outboundToken: string;
  readonly accountId: string;
  /** The agent's id is the same. */
  readonly projectId: string;
  readonly branchId: string;
  /** Keeps what a conversation leaves when it is handed off; a session's own handoffs do so by themselves. */
  putHandoffState(state: HandoffState): void;
  /** Adds conversations of its own project that nobody held; those that are there already stay as they are. */
  generate(conversations: Generated): void;
  /** What people found wrong with a conversation, in the order of its turns. */
  annotationsOf(conversationId: string): readonly Annotation[];
  /** How many sockets of one session, or of all, are open. */
  connections(sessionId?: string): number;
  /** Ends the TCP connections of one session, or of all, without a close frame; returns how many there were. */
  cutConnections(sessionId?: string): number;
  /** Ends a session as if nobody had used it for too long; false when it is not there or over. */
  expireSession(sessionId: string): boolean;
  /** Orders a refusal for the next such call that has none ordered yet. */
  refuseNext(call: Call, refusal: Refusal): void;
  /** What is stored of a session, in order; empty for an unknown one. */
  journalOf(sessionId: string): readonly SentEvent[];
  /** Ids of every session, ended ones too, oldest first. */
  sessions(): readonly string[];
  /** Closes every socket and the journal; may be called twice. */
  close(): Promise<void>;
}
