import type { ConversationHarness, View } from '../support/conversation-harness.ts';

/** Expected behaviour on one event of docs/protocol.md, section 6. */
export interface EventCase {
  readonly behaviour: string;
  /** `AGENT_*` stands for either infix (M-1.4). */
  readonly name: string;
  readonly payload: object;
  /** The event is not in the history (M-4.3). */
  readonly isTransient?: true;
  /** Earlier events, after the agent's join. */
  readonly before?: (conversation: ConversationHarness) => void;
  /** The agent was asked to join and has not joined yet. */
  readonly isNotJoined?: true;
  /** Differences from the initial view. */
  readonly expected: Partial<View>;
}

export const IRIS_PICTURE = 'https://cdn.example/iris.png';
export const NOOR = { id: 'la-7', name: 'Noor', avatarUrl: 'https://cdn.example/noor.png' };
/** M-6.26: both spellings of a live agent. */
export const NOOR_FLAT = { agent_id: NOOR.id, agent_name: NOOR.name, avatar_url: NOOR.avatarUrl };
export const NOOR_NESTED = { agent: { id: NOOR.id, name: NOOR.name, avatar_url: NOOR.avatarUrl } };

const COMPLETE = { attachments: [], response_suggestions: [] };
export const MESSAGE = { message_id: 'm', text: 'Hello', ...COMPLETE };
export const CHUNK = { ...MESSAGE, chunk_index: 1, is_complete: false };
