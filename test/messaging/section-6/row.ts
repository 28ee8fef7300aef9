import type { Scene, View } from '../support/scene.ts';

/** One fact about one event of spec messaging §6. */
export interface Row {
  readonly fact: string;
  /** As the specification writes it: `AGENT_*` stands for either infix. */
  readonly name: string;
  readonly payload: object;
  /** Not in the history (spec messaging §4). */
  readonly transient?: true;
  /** What happened before, from the agent's JOINED on. */
  readonly given?: (scene: Scene) => void;
  /** The agent was asked to join and has not yet. */
  readonly unjoined?: true;
  /** What differs from a quiet conversation. */
  readonly seen: Partial<View>;
}

export const IRIS_PICTURE = 'https://cdn.example/iris.png';
export const NOOR = { id: 'la-7', name: 'Noor', avatarUrl: 'https://cdn.example/noor.png' };
/** The two spellings of a live agent. */
export const NOOR_FLAT = { agent_id: NOOR.id, agent_name: NOOR.name, avatar_url: NOOR.avatarUrl };
export const NOOR_NESTED = { agent: { id: NOOR.id, name: NOOR.name, avatar_url: NOOR.avatarUrl } };

const COMPLETE = { attachments: [], response_suggestions: [] };
export const WORDS = { message_id: 'm', text: 'Hello', ...COMPLETE };
export const CHUNK = { ...WORDS, chunk_index: 1, is_complete: false };
