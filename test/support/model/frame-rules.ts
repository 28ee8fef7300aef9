import type { ClientFrame } from './store.ts';

/** What a page may write to the platform (invariants I13 to I15). */
export interface FrameRules {
  /** Reads a frame that the page has written. */
  wrote(text: string): { readonly frame: ClientFrame; readonly bytes: number };
  /** How often a message went out. */
  sends(id: string): number;
}

const MAX_BYTES = 131_072;
/** spec messaging §5: these five, the request for the agent in either dialect. */
const TYPES =
  /^EVENT_TYPE_(USER_MESSAGE|USER_TYPING|USER_END_SESSION|HEARTBEAT|REQUEST_(SERVICE|POLY)_AGENT_JOIN)$/;

export function createFrameRules(
  broken: (rule: string) => void,
  happened: (what: string) => void,
): FrameRules {
  /** The id that each text went out with; nothing is said twice. */
  const ids = new Map<unknown, string>();
  const sends = new Map<string, number>();

  function wroteMessage({ payload, metadata }: ClientFrame): void {
    const { client_event_id: id = '', local_id } = metadata?.custom ?? {};
    if (id === '' || local_id !== id) broken('I15: a message without both ids');
    const known = ids.get(payload['text']);
    if (known !== undefined) happened('client: sends again');
    if (known !== undefined && known !== id) broken('I15: sent again under another id');
    ids.set(payload['text'], id);
    sends.set(id, (sends.get(id) ?? 0) + 1);
  }

  return {
    wrote(text) {
      const bytes = new TextEncoder().encode(text).byteLength;
      if (bytes > MAX_BYTES) broken('I13: a frame over 131,072 bytes');
      const frame = JSON.parse(text) as ClientFrame;
      const { type, payload: _payload, metadata: _metadata, ...rest } = frame;
      if (!TYPES.test(type)) broken(`I14: ${type} is none of the five`);
      if (Object.keys(rest).length > 0) broken(`§4: a client frame with ${Object.keys(rest)}`);
      if (type === 'EVENT_TYPE_USER_MESSAGE') wroteMessage(frame);
      return { frame, bytes };
    },
    sends: (id) => sends.get(id) ?? 0,
  };
}
