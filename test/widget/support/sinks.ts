import type { Message, NoticeBody } from '../../../src/chat/model.ts';
import type { Shown } from './panel.tsx';
import { message, notice } from './scripted-chat.ts';

/** Where the far side, or the site, puts text of its own. */
export interface Sink {
  put(shown: Shown, texts: readonly string[]): void;
  /** What shows each of the texts, in order, as it was written. */
  readonly plain: readonly string[];
}

const messages = (plain: readonly string[], made: (text: string) => Partial<Message>): Sink => ({
  plain,
  put({ chat }, texts) {
    for (const [at, text] of texts.entries())
      chat.add(message({ id: `m${at}`, author: 'agent', ...made(text) }));
  },
});

const notices = (plain: readonly string[], made: (text: string) => NoticeBody): Sink => ({
  plain,
  put({ chat }, texts) {
    for (const [at, text] of texts.entries()) chat.add(notice(`n${at}`, made(text)));
  },
});

const LAMP = 'https://shop.example/lamp';

/** Everything that a message can carry; the person is another one each time, so that each name is shown. */
const everything = (it: string): Partial<Message> => ({
  text: it,
  person: { id: it, name: it, avatarUrl: it },
  attachments: [
    { contentType: 'url', contentUrl: LAMP, title: it, previewImageUrl: it, callToActionText: it },
    { contentType: 'url', contentUrl: it },
    { contentType: 'link', contentUrl: it, title: '', callToActionText: '' },
    { contentType: 'image', contentUrl: it, title: it },
  ],
  callActions: [
    { title: it, contactNumber: '+44 20 7946 0000' },
    { title: 'Call', contactNumber: it },
  ],
});

const configured = { default_locale: 'en', header: { text: 'Northwind' } };

export const SINKS: Readonly<Record<string, Sink>> = {
  'all that an agent says': messages(
    ['[href$=lamp] strong', '[href$=lamp] .action', 'figcaption', '.call strong'],
    everything,
  ),
  'a live agent’s words and name': messages([], (it) => ({
    author: 'live-agent',
    text: it,
    person: { id: it, name: it, avatarUrl: it },
  })),
  'text that is streaming in': messages([], (text) => ({ text, streaming: true })),
  'the visitor’s echo': messages(['[data-author="user"] .bubble'], (text) => ({ author: 'user', text })),
  'a system message': notices(['.notice p'], (text) => ({ notice: 'system', level: 'info', text })),
  'the line about the queue': notices(['.notice p'], (displayMessage) => ({
    notice: 'queue_status',
    displayMessage,
  })),
  'the name of who joins': notices([], (name) => ({ notice: 'live_agent_joined', name })),
  'a handoff elsewhere': notices([], (it) => ({
    notice: 'client_handoff_required',
    reason: it,
    queueName: it,
    route: it,
  })),
  'a suggestion': {
    plain: ['.chip'],
    put({ chat }, texts) {
      chat.suggestions.value = texts.map((messageText) => ({ messageText }));
    },
  },
  'what the site configured': {
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
