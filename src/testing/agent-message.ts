import type { MessageBody, ServerEventBody } from '../protocol/events.ts';

const EMPTY = {
  attachments: [],
  suggestions: [],
  callActions: [],
  person: {},
  endsConversation: false,
} as const;

/** A complete message of the agent for `send` and `history`. `rest` sets further fields. */
export const agentMessage = (messageId: string, text: string, rest: Partial<MessageBody> = {}) =>
  ({ kind: 'agentMessage', ...EMPTY, messageId, text, ...rest }) satisfies ServerEventBody;
