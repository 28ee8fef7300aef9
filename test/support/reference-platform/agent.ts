import { type Dialect, INFIX } from './client-events.ts';

/** The agent of the reference platform. Its words are its own: nothing is shared with the embedded platform. */

/** An event without its envelope. A transient one is not journaled. */
export interface Said {
  readonly type: string;
  readonly payload: object;
  readonly isTransient?: boolean;
}

const CHUNK = 9;

const transient = (type: string, payload: object = {}): Said => ({ type, payload, isTransient: true });

export function createAgent(dialect: Dialect, isStreaming: boolean) {
  const own = (name: string) => `EVENT_TYPE_${INFIX[dialect]}_${name}`;
  let messages = 0;

  function message(text: string, suggestions: readonly string[] = []): Said[] {
    messages += 1;
    const message_id = `message-${messages}`;
    const response_suggestions = suggestions.map((message_text) => ({ message_text }));
    if (!isStreaming)
      return [{ type: own('MESSAGE'), payload: { message_id, text, attachments: [], response_suggestions } }];
    const count = Math.ceil(text.length / CHUNK);
    return Array.from({ length: count + 1 }, (_, at) => ({
      type: own('MESSAGE_CHUNK'),
      payload: {
        message_id,
        chunk_index: at + 1,
        text: text.slice(at * CHUNK, (at + 1) * CHUNK),
        attachments: [],
        response_suggestions: at === count ? response_suggestions : [],
        is_complete: at === count,
      },
    }));
  }

  const thinking = transient(own('THINKING'));
  const live = { agent_id: 'person-1', agent_name: 'Mara' };

  return {
    greet: (): Said[] => [
      { type: own('JOINED'), payload: { agent_name: 'Otto' } },
      thinking,
      ...message('Welcome to the *reference* platform. What can I do?', ['Count to three']),
    ],
    answer(text: string): Said[] {
      switch (text) {
        case 'Count to three':
          return [thinking, ...message('1, 2, **3**')];
        case 'A person, please':
          return [
            { type: own('TRIGGERED_HANDOFF'), payload: {} },
            { type: 'EVENT_TYPE_HANDOFF_ACCEPTED', payload: { queue_name: 'Front desk' } },
            {
              type: 'EVENT_TYPE_HANDOFF_QUEUE_STATUS',
              payload: { queue_name: 'Front desk', position_in_queue: 2, estimated_wait_seconds: 60 },
            },
            { type: 'EVENT_TYPE_LIVE_AGENT_JOINED', payload: { agent: { id: 'person-1', name: 'Mara' } } },
            transient('EVENT_TYPE_LIVE_AGENT_TYPING', { ...live, state: 'TYPING_STATE_STARTED' }),
            {
              type: 'EVENT_TYPE_LIVE_AGENT_MESSAGE',
              payload: {
                ...live,
                message_id: 'live-1',
                text: 'Mara speaking.',
                attachments: [],
                response_suggestions: [],
              },
            },
            { type: 'EVENT_TYPE_LIVE_AGENT_LEFT', payload: live },
          ];
        case 'Goodbye':
          return [
            ...message('Goodbye to you.'),
            { type: 'EVENT_TYPE_SESSION_END', payload: { reason: 'REASON_NATURAL_END' } },
          ];
        default:
          return [thinking, ...message(`You wrote: ${text}`)];
      }
    },
  };
}
