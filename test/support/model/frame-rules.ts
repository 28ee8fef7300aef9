import type { ClientFrame } from './store.ts';

/** Rules of the frames that a page sends (invariants I13 to I15). */
export interface FrameRules {
  /** Checks and reads a frame that the page has sent. */
  sent(text: string): { readonly frame: ClientFrame; readonly bytes: number };
  /** Number of times that a message was sent. */
  sendsOf(id: string): number;
}

const MAX_BYTES = 131_072;
/** M-5.1 to M-5.5: the types that a client may send, the join request in either dialect. */
const TYPES =
  /^EVENT_TYPE_(USER_MESSAGE|USER_TYPING|USER_END_SESSION|HEARTBEAT|REQUEST_(SERVICE|POLY)_AGENT_JOIN)$/;

export function createFrameRules(
  violation: (rule: string) => void,
  record: (what: string) => void,
): FrameRules {
  /** Client id by text; all texts differ. */
  const ids = new Map<unknown, string>();
  const sends = new Map<string, number>();

  function messageSent({ payload, metadata }: ClientFrame): void {
    const { client_event_id: id = '', local_id } = metadata?.custom ?? {};
    if (id === '' || local_id !== id) violation('I15: a message without both ids');
    const known = ids.get(payload['text']);
    if (known !== undefined) record('client: sends again');
    if (known !== undefined && known !== id) violation('I15: sent again under another id');
    ids.set(payload['text'], id);
    sends.set(id, (sends.get(id) ?? 0) + 1);
  }

  return {
    sent(text) {
      const bytes = new TextEncoder().encode(text).byteLength;
      if (bytes > MAX_BYTES) violation('I13: a frame over 131,072 bytes');
      const frame = JSON.parse(text) as ClientFrame;
      const { type, payload: _payload, metadata: _metadata, ...rest } = frame;
      if (!TYPES.test(type)) violation(`I14: ${type} is none of the five`);
      if (Object.keys(rest).length > 0) violation(`M-4.1: a client frame with ${Object.keys(rest)}`);
      if (type === 'EVENT_TYPE_USER_MESSAGE') messageSent(frame);
      return { frame, bytes };
    },
    sendsOf: (id) => sends.get(id) ?? 0,
  };
}
