import type { Message } from '../../../src/chat/index.ts';
import { bubble, notice, timestampOf, type View } from '../support/conversation-harness.ts';
import { CHUNK, type EventCase, IRIS_PICTURE, MESSAGE, NOOR, NOOR_FLAT, NOOR_NESTED } from './event-case.ts';

/** View after a complete message: its bubble and its event. */
const messageExpected = (change: Partial<Message>): Partial<View> => ({
  transcript: [bubble(change)],
  events: [['message', bubble(change)]],
  suggestions: change.suggestions ?? [],
});

const COMPLETE_MESSAGES: readonly EventCase[] = [
  {
    behaviour: 'a complete message with its Markdown and HTML as they are (M-6.25)',
    name: 'AGENT_MESSAGE',
    payload: { ...MESSAGE, text: '**Hi** [a](https://a.example)\n- `x`<br><b>y</b>' },
    expected: messageExpected({ text: '**Hi** [a](https://a.example)\n- `x`<br><b>y</b>' }),
  },
  {
    behaviour: 'all but message_id and text left out',
    name: 'AGENT_MESSAGE',
    payload: { message_id: 'm', text: 'Hello' },
    expected: messageExpected({ text: 'Hello' }),
  },
  {
    behaviour: 'agent_name and avatar_url replace those of the agent that joined',
    name: 'AGENT_MESSAGE',
    payload: { ...MESSAGE, agent_name: 'Ada', avatar_url: IRIS_PICTURE },
    expected: messageExpected({ text: 'Hello', person: { name: 'Ada', avatarUrl: IRIS_PICTURE } }),
  },
  {
    behaviour: 'end_conversation: it is shown, then the end (M-11.12)',
    name: 'AGENT_MESSAGE',
    payload: { ...MESSAGE, end_conversation: true },
    expected: {
      connection: 'ended',
      transcript: [
        bubble({ text: 'Hello' }),
        notice({ notice: 'conversation_ended', reason: 'natural_end' }, { id: 'local-0' }),
      ],
      events: [
        ['message', bubble({ text: 'Hello' })],
        ['sessionEnd', { sessionId: 'session-1', reason: 'natural_end' }],
      ],
    },
  },
  {
    behaviour: 'end_conversation false ends nothing',
    name: 'AGENT_MESSAGE',
    payload: { ...MESSAGE, end_conversation: false },
    expected: messageExpected({ text: 'Hello' }),
  },
  ...[NOOR_NESTED, NOOR_FLAT].map(
    (joined): EventCase => ({
      behaviour: `agent_id of the live agent that joined as ${JSON.stringify(joined)} (M-14.5)`,
      name: 'LIVE_AGENT_MESSAGE',
      payload: { ...MESSAGE, agent_id: NOOR.id },
      before: (conversation) => conversation.platformSends('LIVE_AGENT_JOINED', joined),
      expected: {
        handoff: 'live',
        transcript: [
          notice({ notice: 'live_agent_joined', name: 'Noor' }),
          bubble({ text: 'Hello', author: 'live-agent', person: NOOR, at: timestampOf(5) }),
        ],
        events: [
          ['message', bubble({ text: 'Hello', author: 'live-agent', person: NOOR, at: timestampOf(5) })],
        ],
      },
    }),
  ),
  {
    behaviour: 'agent_name and avatar_url of a live agent that never joined (M-14.5)',
    name: 'LIVE_AGENT_MESSAGE',
    payload: { ...MESSAGE, ...NOOR_FLAT },
    expected: messageExpected({ text: 'Hello', author: 'live-agent', person: NOOR }),
  },
  {
    behaviour: 'all but message_id and text left out',
    name: 'LIVE_AGENT_MESSAGE',
    payload: { message_id: 'm', text: 'Hello' },
    expected: messageExpected({ text: 'Hello', author: 'live-agent', person: {} }),
  },
];

const STREAMED: readonly EventCase[] = [
  {
    behaviour: 'the first chunk, more to come',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: CHUNK,
    expected: { transcript: [bubble({ text: 'Hello', streaming: true })] },
  },
  {
    behaviour: 'all but message_id, chunk_index and text left out: more to come',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: { message_id: 'm', chunk_index: 1, text: 'Hello' },
    expected: { transcript: [bubble({ text: 'Hello', streaming: true })] },
  },
  {
    behaviour: 'is_complete: the message is complete (M-8.5)',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: { ...CHUNK, chunk_index: 2, text: ' there', is_complete: true },
    before: (conversation) => conversation.platformSends('AGENT_MESSAGE_CHUNK', CHUNK),
    expected: messageExpected({ text: 'Hello there' }),
  },
  {
    behaviour: 'is_complete without text',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: { message_id: 'm', chunk_index: 2, is_complete: true },
    before: (conversation) => conversation.platformSends('AGENT_MESSAGE_CHUNK', CHUNK),
    expected: messageExpected({ text: 'Hello' }),
  },
  {
    behaviour: 'attachments and suggestions of all chunks, in order',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: {
      ...CHUNK,
      chunk_index: 2,
      text: '',
      attachments: [{ content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE', content_url: 'https://a.example/2' }],
      response_suggestions: [{ message_text: 'No' }],
      is_complete: true,
    },
    before: (conversation) =>
      conversation.platformSends('AGENT_MESSAGE_CHUNK', {
        ...CHUNK,
        attachments: [{ content_type: 'ATTACHMENT_CONTENT_TYPE_URL', content_url: 'https://a.example/1' }],
        response_suggestions: [{ message_text: 'Yes' }],
      }),
    expected: messageExpected({
      text: 'Hello',
      attachments: [
        { contentType: 'url', contentUrl: 'https://a.example/1' },
        { contentType: 'image', contentUrl: 'https://a.example/2' },
      ],
      suggestions: [{ messageText: 'Yes' }, { messageText: 'No' }],
    }),
  },
];

type Part = readonly [behaviour: string, payload: object, expected: Partial<Message>];
const PARTS: readonly Part[] = [
  [
    'an attachment of type URL with all its fields (M-6.22)',
    {
      attachments: [
        {
          content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
          content_url: 'https://shop.example/lamp',
          title: 'Lamp',
          preview_image_url: 'https://shop.example/lamp.png',
          call_to_action_text: 'See it',
        },
      ],
    },
    {
      attachments: [
        {
          contentType: 'url',
          contentUrl: 'https://shop.example/lamp',
          title: 'Lamp',
          previewImageUrl: 'https://shop.example/lamp.png',
          callToActionText: 'See it',
        },
      ],
    },
  ],
  [
    'an attachment of type IMAGE with none of its optional fields (M-6.22)',
    {
      attachments: [
        { content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE', content_url: 'https://shop.example/vase.png' },
      ],
    },
    { attachments: [{ contentType: 'image', contentUrl: 'https://shop.example/vase.png' }] },
  ],
  [
    'attachments of another type and of none are plain links (M-6.22)',
    {
      attachments: [
        { content_type: 'ATTACHMENT_CONTENT_TYPE_VIDEO', content_url: 'https://shop.example/film' },
        { content_url: 'https://shop.example/page' },
      ],
    },
    {
      attachments: [
        { contentType: 'link', contentUrl: 'https://shop.example/film' },
        { contentType: 'link', contentUrl: 'https://shop.example/page' },
      ],
    },
  ],
  [
    'suggestions with and without a payload (M-6.23)',
    { response_suggestions: [{ message_text: 'Yes', payload: 'y' }, { message_text: 'No' }] },
    { suggestions: [{ messageText: 'Yes', payload: 'y' }, { messageText: 'No' }] },
  ],
];
/** M-6.6: only complete messages have call actions. */
const CALL: Part = [
  'a call action (M-6.24)',
  { chat_call_actions: [{ title: 'Call us', contact_number: '+15550100142' }] },
  { callActions: [{ title: 'Call us', contactNumber: '+15550100142' }] },
];

const casesOf = (name: string, parts: readonly Part[], by: Partial<Message> = {}): readonly EventCase[] =>
  parts.map(([behaviour, payload, expected]) => ({
    behaviour,
    name,
    payload: { ...MESSAGE, chunk_index: 1, is_complete: true, ...payload },
    expected: messageExpected({ text: 'Hello', ...by, ...expected }),
  }));

export const MESSAGES: readonly EventCase[] = [
  ...COMPLETE_MESSAGES,
  ...casesOf('AGENT_MESSAGE', [...PARTS, CALL]),
  ...casesOf('LIVE_AGENT_MESSAGE', [...PARTS, CALL], { author: 'live-agent', person: {} }),
  ...STREAMED,
  ...casesOf('AGENT_MESSAGE_CHUNK', PARTS),
];
