import type { Message } from '../../../src/chat/index.ts';
import { bubble, notice, stampOf, type View } from '../support/scene.ts';
import { CHUNK, IRIS_PICTURE, NOOR, NOOR_FLAT, NOOR_NESTED, type Row, WORDS } from './row.ts';

/** A complete message: its bubble, and the news of it. */
const said = (change: Partial<Message>): Partial<View> => ({
  transcript: [bubble(change)],
  news: [['message', bubble(change)]],
  suggestions: change.suggestions ?? [],
});

const WHOLE: readonly Row[] = [
  {
    fact: 'a complete message, its Markdown and HTML as they stand',
    name: 'AGENT_MESSAGE',
    payload: { ...WORDS, text: '**Hi** [a](https://a.example)\n- `x`<br><b>y</b>' },
    seen: said({ text: '**Hi** [a](https://a.example)\n- `x`<br><b>y</b>' }),
  },
  {
    fact: 'all but message_id and text left out',
    name: 'AGENT_MESSAGE',
    payload: { message_id: 'm', text: 'Hello' },
    seen: said({ text: 'Hello' }),
  },
  {
    fact: 'agent_name and avatar_url over those of the agent that joined',
    name: 'AGENT_MESSAGE',
    payload: { ...WORDS, agent_name: 'Ada', avatar_url: IRIS_PICTURE },
    seen: said({ text: 'Hello', person: { name: 'Ada', avatarUrl: IRIS_PICTURE } }),
  },
  {
    fact: 'end_conversation: it is shown, then the end',
    name: 'AGENT_MESSAGE',
    payload: { ...WORDS, end_conversation: true },
    seen: {
      connection: 'ended',
      transcript: [
        bubble({ text: 'Hello' }),
        notice({ notice: 'conversation_ended', reason: 'natural_end' }, { id: 'local-0' }),
      ],
      news: [
        ['message', bubble({ text: 'Hello' })],
        ['sessionEnd', { sessionId: 'session-1', reason: 'natural_end' }],
      ],
    },
  },
  {
    fact: 'end_conversation false ends nothing',
    name: 'AGENT_MESSAGE',
    payload: { ...WORDS, end_conversation: false },
    seen: said({ text: 'Hello' }),
  },
  ...[NOOR_NESTED, NOOR_FLAT].map(
    (joined): Row => ({
      fact: `agent_id of the live agent that joined as ${JSON.stringify(joined)}`,
      name: 'LIVE_AGENT_MESSAGE',
      payload: { ...WORDS, agent_id: NOOR.id },
      given: (scene) => scene.says('LIVE_AGENT_JOINED', joined),
      seen: {
        handoff: 'live',
        transcript: [
          notice({ notice: 'live_agent_joined', name: 'Noor' }),
          bubble({ text: 'Hello', author: 'live-agent', person: NOOR, at: stampOf(5) }),
        ],
        news: [['message', bubble({ text: 'Hello', author: 'live-agent', person: NOOR, at: stampOf(5) })]],
      },
    }),
  ),
  {
    fact: 'agent_name and avatar_url of a live agent that never joined',
    name: 'LIVE_AGENT_MESSAGE',
    payload: { ...WORDS, ...NOOR_FLAT },
    seen: said({ text: 'Hello', author: 'live-agent', person: NOOR }),
  },
  {
    fact: 'all but message_id and text left out',
    name: 'LIVE_AGENT_MESSAGE',
    payload: { message_id: 'm', text: 'Hello' },
    seen: said({ text: 'Hello', author: 'live-agent', person: {} }),
  },
];

const STREAMED: readonly Row[] = [
  {
    fact: 'the first chunk, more to come',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: CHUNK,
    seen: { transcript: [bubble({ text: 'Hello', streaming: true })] },
  },
  {
    fact: 'all but message_id, chunk_index and text left out: more to come',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: { message_id: 'm', chunk_index: 1, text: 'Hello' },
    seen: { transcript: [bubble({ text: 'Hello', streaming: true })] },
  },
  {
    fact: 'is_complete: the message is whole',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: { ...CHUNK, chunk_index: 2, text: ' there', is_complete: true },
    given: (scene) => scene.says('AGENT_MESSAGE_CHUNK', CHUNK),
    seen: said({ text: 'Hello there' }),
  },
  {
    fact: 'is_complete without text',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: { message_id: 'm', chunk_index: 2, is_complete: true },
    given: (scene) => scene.says('AGENT_MESSAGE_CHUNK', CHUNK),
    seen: said({ text: 'Hello' }),
  },
  {
    fact: 'attachments and suggestions of all chunks, one after the other',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: {
      ...CHUNK,
      chunk_index: 2,
      text: '',
      attachments: [{ content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE', content_url: 'https://a.example/2' }],
      response_suggestions: [{ message_text: 'No' }],
      is_complete: true,
    },
    given: (scene) =>
      scene.says('AGENT_MESSAGE_CHUNK', {
        ...CHUNK,
        attachments: [{ content_type: 'ATTACHMENT_CONTENT_TYPE_URL', content_url: 'https://a.example/1' }],
        response_suggestions: [{ message_text: 'Yes' }],
      }),
    seen: said({
      text: 'Hello',
      attachments: [
        { contentType: 'url', contentUrl: 'https://a.example/1' },
        { contentType: 'image', contentUrl: 'https://a.example/2' },
      ],
      suggestions: [{ messageText: 'Yes' }, { messageText: 'No' }],
    }),
  },
];

type Part = readonly [fact: string, payload: object, seen: Partial<Message>];
const PARTS: readonly Part[] = [
  [
    'an attachment of type URL with all its fields',
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
    'an attachment of type IMAGE with none of its optional fields',
    {
      attachments: [
        { content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE', content_url: 'https://shop.example/vase.png' },
      ],
    },
    { attachments: [{ contentType: 'image', contentUrl: 'https://shop.example/vase.png' }] },
  ],
  [
    'attachments of another type and of none: plain links',
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
    'suggestions with and without a payload',
    { response_suggestions: [{ message_text: 'Yes', payload: 'y' }, { message_text: 'No' }] },
    { suggestions: [{ messageText: 'Yes', payload: 'y' }, { messageText: 'No' }] },
  ],
];
/** Only on complete messages. */
const CALL: Part = [
  'a call action',
  { chat_call_actions: [{ title: 'Call us', contact_number: '+15550100142' }] },
  { callActions: [{ title: 'Call us', contactNumber: '+15550100142' }] },
];

const carrying = (name: string, parts: readonly Part[], by: Partial<Message> = {}): readonly Row[] =>
  parts.map(([fact, payload, seen]) => ({
    fact,
    name,
    payload: { ...WORDS, chunk_index: 1, is_complete: true, ...payload },
    seen: said({ text: 'Hello', ...by, ...seen }),
  }));

export const MESSAGES: readonly Row[] = [
  ...WHOLE,
  ...carrying('AGENT_MESSAGE', [...PARTS, CALL]),
  ...carrying('LIVE_AGENT_MESSAGE', [...PARTS, CALL], { author: 'live-agent', person: {} }),
  ...STREAMED,
  ...carrying('AGENT_MESSAGE_CHUNK', PARTS),
];
