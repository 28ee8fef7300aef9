/** Frames that a visitor's page may send, in both dialects, and some that it must not send. */
const VALID_FRAMES: readonly string[] = [
  '{"type":"EVENT_TYPE_HEARTBEAT","payload":{},"metadata":{"custom":{"local_id":"b-1"}}}',
  '{"type":"EVENT_TYPE_USER_MESSAGE","payload":{"text":"Where is my order?"},"metadata":{"custom":{"client_event_id":"c-1"}}}',
  '{"type":"EVENT_TYPE_USER_TYPING","payload":{"is_typing":true}}',
  '{"type":"EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN","payload":{}}',
  '{"type":"EVENT_TYPE_REQUEST_POLY_AGENT_JOIN","payload":{},"metadata":null}',
  '{"type":"EVENT_TYPE_SESSION_START","sequence":1,"payload":{"capabilities":{"streaming":true}}}',
];
const FRAGMENTS: readonly string[] = [
  ...['{', '}', '[', ']', '"', ',', ':', '\\', '\\u0000', '\\ud83d', '\0', '\u2028', 'é', '\u202e'],
  ...[
    'null',
    'true',
    '1e999',
    '-0',
    '0.1',
    '9007199254740993',
    '""',
    '[]',
    '{}',
    '"__proto__":{"polluted":1},',
  ],
  ...['EVENT_TYPE_', 'USER_', '"payload":', '"metadata":', '"text":"suggest"', '['.repeat(5_000)],
];

/** Generates endless frames, each a valid frame with one to four corruptions. The same seed gives the same frames. */
export function* corruptedFrames(seed: number): Generator<string> {
  let state = seed >>> 0;
  /** Random integer below `most` (xorshift). */
  const below = (most: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
  const one = (list: readonly string[]) => list[below(list.length)] ?? '';

  function corrupt(frame: string): string {
    const at = below(frame.length + 1);
    const to = at + below(12);
    switch (below(6)) {
      case 0:
        return frame.slice(0, at) + frame.slice(to);
      case 1:
        return frame.slice(0, at) + one(FRAGMENTS) + frame.slice(at);
      case 2:
        return frame.slice(0, at) + one(FRAGMENTS) + frame.slice(to);
      case 3:
        return frame.slice(0, to) + frame.slice(at);
      case 4:
        return (
          frame.slice(0, at) +
          String.fromCharCode(frame.charCodeAt(at) ^ (1 << below(7))) +
          frame.slice(at + 1)
        );
      default:
        return one(VALID_FRAMES).slice(0, at) + frame.slice(at);
    }
  }

  for (;;) {
    let frame = one(VALID_FRAMES);
    for (let breaks = below(4) + 1; breaks > 0; breaks -= 1) frame = corrupt(frame);
    yield frame;
  }
}
