import type { Message, NoticeBody } from '../../../src/chat/model/model.ts';
import type { PanelHarness } from './panel-harness.tsx';
import { message, notice } from './scripted-chat.ts';

/** A field in which the platform or the site can put text. */
export interface TextSource {
  put(shown: PanelHarness, texts: readonly string[]): void;
  /** Selectors of the elements that show each text, in order, unchanged. */
  readonly plain: readonly string[];
}

const messages = (plain: readonly string[], create: (text: string) => Partial<Message>): TextSource => ({
  plain,
  put({ chat }, texts) {
    for (const [at, text] of texts.entries())
      chat.add(message({ id: `m${at}`, author: 'agent', ...create(text) }));
  },
});

const notices = (plain: readonly string[], create: (text: string) => NoticeBody): TextSource => ({
  plain,
  put({ chat }, texts) {
    for (const [at, text] of texts.entries()) chat.add(notice(`n${at}`, create(text)));
  },
});

const LAMP = 'https://shop.example/lamp';

/** Every field of a message. Each message has another person, so that each name is shown. */
const everything = (item: string): Partial<Message> => ({
  text: item,
  person: { id: item, name: item, avatarUrl: item },
  attachments: [
    { contentType: 'url', contentUrl: LAMP, title: item, previewImageUrl: item, callToActionText: item },
    { contentType: 'url', contentUrl: item },
    { contentType: 'link', contentUrl: item, title: '', callToActionText: '' },
    { contentType: 'image', contentUrl: item, title: item },
  ],
  callActions: [
    { title: item, contactNumber: '+44 20 7946 0000' },
    { title: 'Call', contactNumber: item },
  ],
});

const configured = { default_locale: 'en', header: { text: 'Northwind' } };

export const TEXT_SOURCES: Readonly<Record<string, TextSource>> = {
  'every field of an agent’s message': messages(
    ['[href$=lamp] strong', '[href$=lamp] .card-action', 'figcaption', '.call-action strong'],
    everything,
  ),
  'text and name of a live agent': messages([], (item) => ({
    author: 'live-agent',
    text: item,
    person: { id: item, name: item, avatarUrl: item },
  })),
  'streaming text': messages([], (text) => ({ text, streaming: true })),
  'the visitor’s message': messages(['[data-author="user"] .bubble'], (text) => ({ author: 'user', text })),
  'a system message': notices(['.notice p'], (text) => ({ notice: 'system', level: 'info', text })),
  'a queue status': notices(['.notice p'], (displayMessage) => ({
    notice: 'queue_status',
    displayMessage,
  })),
  'the name of a live agent who joins': notices([], (name) => ({ notice: 'live_agent_joined', name })),
  'a handoff by the page': notices([], (text) => ({
    notice: 'client_handoff_required',
    reason: text,
    queueName: text,
    route: text,
  })),
  'a suggestion': {
    plain: ['.suggestion'],
    put({ chat }, texts) {
      chat.suggestions.value = texts.map((messageText) => ({ messageText }));
    },
  },
  'the site’s configuration': {
    plain: [],
    put({ chat, config }, texts) {
      config.value = {
        ...configured,
        header: { text: texts.join() },
        agent: { name: texts.join() },
        disclaimer: { show: 'always', text: { en: texts.join('\n\n') } },
        policies: { privacy_url: texts[0], terms_url: texts[1], place: 'composer' },
        handoff_routes: Object.fromEntries(texts.map((url) => [url, { label: { en: 'Go' }, url }])),
      };
      for (const [at, queueName] of texts.entries())
        chat.add(notice(`n${at}`, { notice: 'client_handoff_required', queueName }));
    },
  },
};
