import type { WidgetConfig } from '../../src/protocol/widget-config.ts';
import { chunk } from '../../test/support/chat-harness.ts';
import { BRANDING } from './branding.ts';
import type { Stage, StageOptions } from './stage.ts';

/** One state of the widget, as a visitor can meet it. */
export interface State extends StageOptions {
  readonly name: string;
  play(stage: Stage): Promise<void>;
}

const MARKDOWN = `## Table lamps

Two of them are **in stock**, one is *on its way*:

1. Halo, turned oak, €89
2. Rill, pleated linen, €120

- Free delivery from €60, [all details](https://shop.example/delivery)
- Code for friends: \`LUMEN10\`

\`\`\`
width: 28 cm
height: 46 cm
\`\`\`

| Lamp | Price |
| --- | --- |
| Halo | €89 |
| Rill | €120 |

> Every foot carries the initials of whoever turned it.`;

const picture = (name: string) => `${location.origin}/shop/img/${name}.svg`;

/** Greeted, then the visitor asks for a person. */
async function queue(stage: Stage): Promise<void> {
  await stage.greet();
  await stage.say('I want to talk to a person');
  await stage.event('SERVICE_AGENT_TRIGGERED_HANDOFF');
  await stage.event('HANDOFF_ACCEPTED', { queue_name: 'Orders' });
  await stage.event('HANDOFF_QUEUE_STATUS', {
    queue_name: 'Orders',
    position_in_queue: 3,
    estimated_wait_seconds: 180,
  });
}

/** A place in a queue without a wait. */
async function queueWithoutWait(stage: Stage): Promise<void> {
  await stage.greet();
  await stage.say('I want to talk to a person');
  await stage.event('HANDOFF_QUEUE_STATUS', { queue_name: 'Orders', position: 2 });
}

async function leaveMessage(stage: Stage): Promise<void> {
  await queue(stage);
  await stage.event('HANDOFF_FAILED', { reason: 'no_agent' });
  await stage.press(stage.words['leaveMessage'] ?? '');
  await stage.shown('.leaving form');
  await stage.write('The lamp arrived broken. Please call me on Monday.');
}

async function talkToPerson(stage: Stage): Promise<void> {
  await queue(stage);
  await stage.event('LIVE_AGENT_JOINED', { agent: { id: 'ada', name: 'Ada Byron' } });
  await stage.event('LIVE_AGENT_MESSAGE', {
    message_id: 'ada-1',
    agent_id: 'ada',
    agent_name: 'Ada Byron',
    text: 'Hello, this is Ada. Which lamp is it?',
  });
}

/** The greeting in a theme of the page, with a message of the visitor, cards and suggestions. */
const themed = (name: string, tokens: Readonly<Record<string, string>>): State => ({
  name: `theme: ${name}`,
  async play({ api, greet, say, answer }) {
    api.setTheme(tokens);
    await greet();
    await say('Which lamps do you have?');
    await answer(MARKDOWN.slice(0, MARKDOWN.indexOf('```')), {
      response_suggestions: [{ message_text: 'Where is my order?' }],
    });
  },
});

/** Answers of a relay to the question about the session. */
const sessionState = (state: string) => (call: string) =>
  call.startsWith('GET') ? { status: 200, body: { state } } : undefined;

/** Refuses the connection until the client asks the relay about the session. */
async function dropUntilAsked(harness: Stage['harness']): Promise<void> {
  harness.socket().drop();
  await harness.advance(1_000);
  harness.socket().drop();
  await harness.settle();
}

/** Time in which a panel closes. */
const CLOSE_MS = 140;

/** Speech recognition that hears nothing. */
class SilentRecognition {
  start(): void {}
  abort(): void {}
}

/** In the order in which a conversation meets them. */
export const STATES: readonly State[] = [
  { name: 'closed', play: async () => {} },
  {
    name: 'prompt',
    async play({ api, shown }) {
      api.prompt({ text: 'Need a hand?', actions: ['Yes, please', 'Show me lamps'] });
      await shown('.prompt');
    },
  },
  {
    name: 'consent',
    branding: BRANDING,
    async play({ api, shown }) {
      api.open();
      await shown('.consent');
    },
  },
  {
    name: 'declined consent',
    branding: BRANDING,
    async play({ api, shown, press, words }) {
      api.open();
      await shown('.consent');
      await press(words['decline'] ?? '');
    },
  },
  {
    name: 'connecting',
    answers: () => 'hang',
    async play({ api, shown }) {
      api.open();
      await shown('[role=dialog]');
    },
  },
  {
    name: 'connecting, where no machine answers',
    branding: { agent_kind: 'none' },
    answers: () => 'hang',
    async play({ api, shown }) {
      api.open();
      await shown('[role=dialog]');
    },
  },
  {
    name: 'consent, where no machine answers',
    branding: { ...BRANDING, agent_kind: 'none' },
    async play({ api, shown }) {
      api.open();
      await shown('.consent');
    },
  },
  {
    name: 'without names, where no machine answers',
    branding: { agent_kind: 'none', agent: undefined } as Partial<WidgetConfig>,
    async play({ greet, shown }) {
      await greet('');
      await shown('[data-author=agent]');
    },
  },
  {
    name: 'agent unavailable',
    async play({ connect, harness, shown }) {
      await connect();
      for (let tries = 0; tries < 2; tries++) await harness.advance(15_000);
      await shown('[data-kind=agent_unavailable]');
    },
  },
  {
    name: 'greeting, disclaimer, policies',
    branding: { ...BRANDING, consent: undefined } as Partial<WidgetConfig>,
    async play({ greet, shown }) {
      await greet();
      await shown('.disclaimer');
    },
  },
  {
    name: 'without names',
    branding: { agent: undefined } as Partial<WidgetConfig>,
    async play({ greet, event, shown }) {
      await greet('');
      await event('SERVICE_AGENT_TRIGGERED_HANDOFF');
      await event('LIVE_AGENT_JOINED', { agent: { id: 'ada' } });
      await event('LIVE_AGENT_MESSAGE', { message_id: 'ada-1', agent_id: 'ada', text: 'Hello.' });
      await shown('[data-author=live-agent]');
    },
  },
  {
    name: 'streaming',
    async play({ greet, say, harness, next }) {
      await greet();
      await say('How long does delivery take?');
      const parts = ['Small items arrive within ', '**2–3 working days**, furniture within ', '**5–8 work'];
      for (const [index, text] of parts.entries())
        harness.socket().receiveEvent(chunk(next(), 'stream', index, text));
      await harness.settle();
    },
  },
  {
    name: 'interrupted answer',
    async play({ greet, say, harness, next, shown }) {
      await greet();
      await say('How long does delivery take?');
      harness.socket().receiveEvent(chunk(next(), 'stream', 0, 'Small items arrive within'));
      await harness.advance(31_000);
      await shown('.row .hint');
    },
  },
  {
    name: 'formatted text',
    async play({ greet, say, answer }) {
      await greet();
      await say('Which lamps are there?');
      await answer(MARKDOWN);
    },
  },
  {
    name: 'copied code',
    async play({ greet, answer, press, shown, words }) {
      // The browser asks a visitor before it lets a page write to the real one.
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } });
      await greet();
      await answer('```\nLUMEN10\n```');
      await press(words['copy'] ?? '');
      await shown('[data-copied]');
    },
  },
  {
    name: 'answer that does not fit',
    async play({ greet, answer, shown }) {
      await greet();
      await answer(`${MARKDOWN}\n\n`.repeat(4));
      await shown('.new-messages');
    },
  },
  {
    name: 'new messages below',
    async play({ greet, answer, shown }) {
      await greet();
      await answer(`${MARKDOWN}\n\n`.repeat(4));
      await shown('.new-messages');
      await answer('All prices include delivery.');
    },
  },
  {
    name: 'card',
    async play({ greet, say, answer, shown }) {
      await greet();
      await say('Do you have table lamps?');
      await answer('These two are in stock:', {
        attachments: [
          {
            content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
            content_url: 'https://shop.example/halo',
            title: 'Halo table lamp',
            preview_image_url: picture('lamp'),
            call_to_action_text: 'See the lamp',
          },
          {
            content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
            content_url: 'https://shop.example/rill',
            title: 'Rill pendant',
            preview_image_url: picture('pendant'),
            call_to_action_text: 'See the lamp',
          },
        ],
      });
      await shown('.card');
    },
  },
  {
    name: 'image',
    async play({ greet, say, answer, shown }) {
      await greet();
      await say('What does the stool look like?');
      await answer('Solid oak, oiled by hand.', {
        attachments: [
          {
            content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE',
            content_url: picture('stool'),
            title: 'Nub stool',
          },
          {
            content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE',
            content_url: 'https://elsewhere.example/stool.jpg',
            title: 'From another host',
          },
        ],
      });
      await shown('img[alt="Nub stool"]');
    },
  },
  {
    name: 'enlarged image',
    async play({ greet, answer, press, shown, words }) {
      await greet();
      await answer('', {
        attachments: [
          {
            content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE',
            content_url: picture('stool'),
            title: 'Nub stool',
          },
        ],
      });
      await press(words['enlarge'] ?? '');
      await shown('.lightbox');
    },
  },
  {
    name: 'call',
    async play({ greet, say, answer, shown }) {
      await greet();
      await say('Can I call you?');
      await answer('Of course, until half past six.', {
        chat_call_actions: [{ title: 'Call the shop', contact_number: '+44 20 7946 0000' }],
      });
      await shown('a[href^="tel:"]');
    },
  },
  {
    name: 'delivered and read',
    async play({ greet, say, event, next, shown }) {
      await greet();
      await say('Where is my order?');
      await event('SERVICE_AGENT_READ_MESSAGE', { message_id: `user-${next() - 1}` });
      await say('It is number 4711.');
      await event('SERVICE_AGENT_RECEIVED_MESSAGE', { message_id: `user-${next() - 1}` });
      await shown('[data-delivery=delivered]');
    },
  },
  {
    name: 'failed message',
    async play({ greet, say, event, shown }) {
      await greet();
      await say('Where is my order?', false);
      await event('SYSTEM_MESSAGE', {
        level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
        message: 'Failed to forward message',
      });
      await shown('[data-delivery=failed]');
    },
  },
  {
    name: 'too many waiting messages',
    async play({ greet, say, harness, shown }) {
      await greet();
      harness.changeNetwork('offline');
      for (let number = 0; number <= 100; number++) await say(`Are you there? (${number})`, false);
      await shown('[data-delivery=failed]');
    },
  },
  {
    name: 'text that is nearly too long',
    async play({ greet, write, shown }) {
      await greet();
      await write('A very long story. '.repeat(6_500));
      await shown('[data-over=false]');
    },
  },
  {
    name: 'text that is too long',
    async play({ greet, write, shown }) {
      await greet();
      await write('A very long story. '.repeat(7_000));
      await shown('[data-over=true]');
    },
  },
  {
    name: 'message that is too long',
    async play({ greet, say, shown }) {
      await greet();
      await say('A very long story. '.repeat(8_000), false);
      await shown('[data-delivery=failed]');
    },
  },
  {
    name: 'menu',
    async play({ greet, press, shown, words }) {
      await greet();
      await press(words['menu'] ?? '');
      await shown('[role=menu]');
    },
  },
  {
    name: 'menu with a person',
    branding: { talk_to_a_person: { text: { en: 'I want to talk to a person' } } },
    async play({ greet, press, shown, words }) {
      await greet();
      await press(words['menu'] ?? '');
      await shown('[role=menu]');
    },
  },
  {
    name: 'person requested',
    branding: { talk_to_a_person: { text: { en: 'I want to talk to a person' } } },
    async play({ greet, press, shown, words, harness }) {
      await greet();
      await press(words['menu'] ?? '');
      await press(words['talkToPerson'] ?? '');
      await harness.settle();
      await shown('[data-author=user]');
    },
  },
  {
    name: 'asked by the browser',
    options: { browserAgents: 'on' },
    async play(stage) {
      type Tool = { readonly execute: (input: object, client: object) => unknown };
      const offered = new Promise<Tool>((resolve) => {
        const modelContext = { registerTool: async (tool: Tool) => resolve(tool) };
        Object.defineProperty(document, 'modelContext', { value: modelContext });
      });
      await stage.greet();
      const { execute } = await offered;
      void execute({ question: 'Do you ship to Malta?' }, { signal: new AbortController().signal });
      await stage.shown('[data-author=user] .meta');
    },
  },
  {
    name: 'thinking',
    async play({ greet, say, event, shown }) {
      await greet();
      await say('Where is my order?');
      await event('SERVICE_AGENT_THINKING', {}, true);
      await shown('.typing-dots');
    },
  },
  {
    name: 'slow reply',
    async play({ greet, say, event, harness, shown }) {
      await greet();
      await say('Where is my order?');
      await event('SERVICE_AGENT_THINKING', {}, true);
      await harness.advance(30_500);
      await shown('[data-kind=slow_reply]');
    },
  },
  {
    name: 'notices',
    async play({ greet, event, say }) {
      await greet();
      await event('SYSTEM_MESSAGE', {
        level: 'SYSTEM_MESSAGE_LEVEL_WARNING',
        message: 'Deliveries to the islands take two days longer this week.',
      });
      for (let time = 0; time < 2; time++)
        await event('SYSTEM_MESSAGE', { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message: 'We are busy.' });
      await say('Thank you');
      await event('SESSION_IDLE_WARNING');
    },
  },
  ...Object.entries({
    'a card number': 'My card: 4111 1111 1111 1111',
    'an account number': 'Pay it back to DE89 3704 0044 0532 0130 00',
    'a password': 'My password: hunter22!',
  }).map(
    ([secret, text]): State => ({
      name: `${secret} in a message`,
      async play({ greet, write, shown }) {
        await greet();
        await write(text);
        await shown('.sensitive');
      },
    }),
  ),
  {
    name: 'actions of an answer',
    branding: { feedback: true },
    async play({ greet, shown }) {
      await greet();
      await shown('.answer-actions');
    },
  },
  {
    name: 'menu with reading aloud',
    options: { readAloud: true },
    async play({ greet, press, shown, words }) {
      await greet();
      await press(words['menu'] ?? '');
      await shown('[role=menu]');
    },
  },
  {
    name: 'dictation',
    options: { dictation: 'any' },
    async play({ greet, shown }) {
      Object.assign(window, { SpeechRecognition: class {}, webkitSpeechRecognition: undefined });
      await greet();
      await shown('.dictate');
    },
  },
  {
    name: 'dictating',
    options: { dictation: 'any' },
    async play({ greet, press, shown, words }) {
      Object.assign(window, { SpeechRecognition: SilentRecognition });
      await greet();
      await press(words['dictate'] ?? '');
      await shown('.dictate[data-listening]');
    },
  },
  {
    name: 'no microphone',
    options: { dictation: 'any' },
    async play({ greet, press, shown, words }) {
      // It cannot start.
      Object.assign(window, { SpeechRecognition: class {} });
      await greet();
      await press(words['dictate'] ?? '');
      await shown('.dictate:not([data-listening])');
    },
  },
  {
    name: 'offered help',
    branding: {
      talk_to_a_person: { text: { en: 'I want to talk to a person' } },
      help: { phone: 'tel:+44 20 7946 0000', email: 'mailto:help@shop.example' },
    },
    async play({ greet, say, event, shown }) {
      await greet();
      await say('Where is my order?');
      await event('SYSTEM_MESSAGE', { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message: 'We are busy.' });
      await shown('.help');
    },
  },
  {
    name: 'reconnecting',
    async play({ greet, say, harness, shown }) {
      await greet();
      harness.socket().drop();
      await say('Are you still there?', false);
      await shown('[data-state=reconnecting]');
    },
  },
  {
    name: 'offline',
    async play({ greet, say, harness, shown }) {
      await greet();
      harness.changeNetwork('offline');
      await say('I write this on the train', false);
      await shown('[data-state=offline]');
    },
  },
  {
    name: 'queued',
    async play(stage) {
      await queue(stage);
      await stage.shown('[data-kind=queue_status]');
    },
  },
  {
    name: 'live agent',
    async play(stage) {
      await talkToPerson(stage);
      await stage.say('The **Halo**, bought in May');
      await stage.event(
        'LIVE_AGENT_TYPING',
        { state: 'TYPING_STATE_STARTED', agent_id: 'ada', agent_name: 'Ada Byron' },
        true,
      );
      await stage.shown('.typing-dots');
    },
  },
  {
    name: 'live agent left',
    async play(stage) {
      await talkToPerson(stage);
      await stage.event('LIVE_AGENT_LEFT', { agent_id: 'ada', agent_name: 'Ada Byron' });
    },
  },
  {
    name: 'agent left',
    async play({ greet, event, shown }) {
      await greet();
      await event('SERVICE_AGENT_LEFT');
      await shown('[data-kind=agent_left]');
    },
  },
  {
    name: 'handoff failed',
    async play(stage) {
      await queue(stage);
      await stage.say('Can my lamp be repaired meanwhile?');
      await stage.event('HANDOFF_FAILED', { reason: 'no_agent' });
      await stage.shown('[data-kind=handoff_failed]');
    },
  },
  {
    name: 'a message where nobody answers',
    branding: { messages: true },
    async play(stage) {
      await queue(stage);
      await stage.event('HANDOFF_FAILED', { reason: 'no_agent' });
      await stage.press(stage.words['leaveMessage'] ?? '');
      await stage.shown('.leaving form');
    },
  },
  {
    name: 'a message without a contact',
    branding: { messages: true },
    async play(stage) {
      await leaveMessage(stage);
      await stage.press(stage.words['send'] ?? '');
      await stage.shown('.feedback-error');
    },
  },
  {
    name: 'a message left',
    branding: { messages: true },
    async play(stage) {
      Object.assign(window, { fetch: async () => new Response(null, { status: 201 }) });
      await leaveMessage(stage);
      const contact = (await stage.shown('.leaving input')) as HTMLInputElement;
      contact.value = 'mia@example.com';
      contact.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await stage.press(stage.words['send'] ?? '');
      await stage.shown('p.leaving');
    },
  },
  {
    name: 'a wish to be told',
    async play(stage) {
      Object.assign(window, { Notification: Object.assign(() => {}, { permission: 'default' }) });
      await queue(stage);
      // Phones notify of nothing.
      const isPhone = matchMedia('(pointer: coarse)').matches;
      await stage.shown(isPhone ? '.handoff-card' : '.tell-turn');
    },
  },
  {
    name: 'almost first in the queue',
    async play(stage) {
      await queue(stage);
      await stage.event('HANDOFF_QUEUE_STATUS', { position: 1, estimated_wait_seconds: 40 });
      await stage.shown('.handoff-card');
    },
  },
  {
    name: 'the usual wait',
    async play(stage) {
      Object.assign(window, { fetch: async () => Response.json({ usual_s: 240 }) });
      await queueWithoutWait(stage);
      await stage.shown('.handoff-card .hint', '4');
    },
  },
  {
    name: 'handoff timed out',
    async play(stage) {
      await queue(stage);
      await stage.event('HANDOFF_TIMEOUT');
      await stage.shown('[data-kind=handoff_timeout]');
    },
  },
  {
    name: 'handoff elsewhere',
    branding: {
      handoff_routes: {
        '*': { label: { en: 'Call us', ar: 'الاتصال بنا' }, url: 'tel:+442079460000' },
      },
    },
    async play(stage) {
      await stage.greet();
      await stage.say('I want to talk to a person');
      await stage.event('CLIENT_HANDOFF_REQUIRED', { reason: 'closed', queue_name: 'orders' });
      await stage.shown('[data-kind=client_handoff_required]');
    },
  },
  {
    name: 'closed with unread messages',
    async play(stage) {
      await talkToPerson(stage);
      stage.api.close();
      await stage.harness.advance(CLOSE_MS);
      await stage.event('LIVE_AGENT_MESSAGE', {
        message_id: 'ada-2',
        agent_id: 'ada',
        agent_name: 'Ada Byron',
        text: 'I have found your order.',
      });
    },
  },
  {
    name: 'closed with an unread message without words',
    async play({ greet, api, answer, harness, shown }) {
      await greet();
      api.close();
      await harness.advance(CLOSE_MS);
      const attachment = { content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE', content_url: picture('stool') };
      await answer('', { attachments: [attachment] });
      await shown('.preview');
    },
  },
  {
    name: 'confirm end',
    async play({ greet, press, shown, words }) {
      await greet();
      await press(words['menu'] ?? '');
      await press(words['end'] ?? '');
      await shown('[role=alertdialog]');
    },
  },
  {
    name: 'confirm a new chat without the person',
    async play(stage) {
      await talkToPerson(stage);
      await stage.press(stage.words['menu'] ?? '');
      await stage.press(stage.words['restart'] ?? '');
      await stage.shown('[role=alertdialog]');
    },
  },
  {
    name: 'ended after a person',
    async play(stage) {
      await talkToPerson(stage);
      await stage.event('SESSION_END', { reason: 'REASON_NATURAL_END' });
      await stage.shown('.end-card');
    },
  },
  {
    name: 'feedback',
    branding: { feedback: true },
    async play({ greet, event, press, shown, words }) {
      await greet();
      await event('SESSION_END', { reason: 'REASON_NATURAL_END' });
      await press(words['good'] ?? '');
      await shown('.feedback-line');
    },
  },
  {
    name: 'feedback by stars',
    branding: { feedback: { scale: 'stars' } },
    async play({ greet, event, shown }) {
      await greet();
      await event('SESSION_END', { reason: 'REASON_NATURAL_END' });
      const stars = (await shown('.stars')).querySelectorAll('input');
      stars[3]?.click();
      await shown('.feedback-line');
    },
  },
  {
    name: 'feedback given',
    branding: { feedback: true },
    async play({ greet, event, press, shown, words }) {
      await greet();
      await event('SESSION_END', { reason: 'REASON_NATURAL_END' });
      await press(words['good'] ?? '');
      // There is no relay, and a second attempt would not help.
      await press(words['sendFeedback'] ?? '');
      await shown('p.feedback');
    },
  },
  {
    name: 'ended',
    async play({ greet, say, answer, event, shown }) {
      await greet();
      await say('bye');
      await answer('Goodbye, and enjoy your lamp!');
      await event('SESSION_END', { reason: 'REASON_NATURAL_END' });
      await shown('[data-kind=conversation_ended]');
    },
  },
  {
    name: 'ended by the visitor',
    async play({ greet, say, event, shown }) {
      await greet();
      await say('One more question', false);
      await event('SESSION_END', { reason: 'REASON_USER_END' });
      await shown('[data-kind=conversation_ended]');
    },
  },
  {
    name: 'ended while nobody wrote',
    async play({ greet, event, shown }) {
      await greet();
      await event('SESSION_END', { reason: 'REASON_USER_ABANDONED' });
      await shown('[data-kind=conversation_ended]');
    },
  },
  {
    name: 'expired',
    answers: sessionState('expired'),
    async play({ greet, harness, shown }) {
      await greet();
      await dropUntilAsked(harness);
      await shown('[data-kind=session_expired]');
    },
  },
  {
    name: 'open in too many windows',
    answers: sessionState('too_many_connections'),
    async play({ greet, harness, shown }) {
      await greet();
      await dropUntilAsked(harness);
      await shown('[data-kind=too_many_windows]');
    },
  },
  {
    name: 'unreachable',
    answers: () => 'refuse',
    async play({ api, harness, shown }) {
      api.open();
      await shown('[role=dialog]');
      for (let tries = 0; tries < 10; tries++) await harness.advance(60_000);
      await shown('[data-state=failed]');
    },
  },
  {
    name: 'outside of the hours',
    branding: { help: { phone: 'tel:+44-20-7946-0000' } },
    answers: () => ({ status: 403, body: { code: 'closed' } }),
    async play({ api, harness, shown }) {
      api.open();
      await shown('[role=dialog]');
      await harness.advance(0);
      await shown('.end-card p:not(:empty)');
    },
  },
  {
    name: 'blocked socket',
    answers: sessionState('alive'),
    async play({ api, refuse, harness, shown }) {
      api.open();
      for (const number of [0, 1, 2]) {
        await refuse(number);
        await harness.advance(5_000);
      }
      await shown('[data-state=failed]');
    },
  },
  {
    name: 'wrong configuration',
    async play({ greet, say, event, shown }) {
      await greet();
      await say('Where is my order?', false);
      await event('SYSTEM_MESSAGE', {
        level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
        message: 'Error: Connector not found',
      });
      await shown('[data-delivery=failed]');
    },
  },
  {
    name: 'without a history',
    async play({ api, accept, harness, shown }) {
      api.open();
      for (const number of [0, 1]) {
        await accept(number);
        await harness.advance(5_000);
      }
      await shown('[data-state=failed]');
    },
  },
  {
    name: 'error of its own',
    async play({ greet, harness, shown }) {
      await greet();
      harness.chat.fail(new Error('for the gallery'));
      await shown('[data-state=failed]');
    },
  },
  themed('yellow, square, serif', { accent: '#ffd400', radius: '0px', font: 'Georgia, serif' }),
  themed('black, round', { accent: '#111111', radius: '28px' }),
  themed('white', { accent: '#ffffff' }),
  {
    ...themed('plain header', { accent: '#b3123c' }),
    branding: { header_style: 'plain' },
  },
];
