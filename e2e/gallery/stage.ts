import type { Chat } from '../../src/chat/index.ts';
import type { FoyerApi } from '../../src/embed/api.ts';
import { mountPanel } from '../../src/embed/panel.ts';
import type { LoadPanel } from '../../src/embed/panel-port.ts';
import { useRare } from '../../src/embed/use-rare.ts';
import { createWidget } from '../../src/embed/widget.ts';
import type { WidgetConfig } from '../../src/protocol/widget-config.ts';
import type { RelayAnswer } from '../../src/testing/index.ts';
import type { MountOptions } from '../../src/widget/context/options.ts';
import { loadCatalogue } from '../../src/widget/locales/load-catalogue.ts';
import * as restParts from '../../src/widget/rest/rest-parts.ts';
import * as seldomParts from '../../src/widget/seldom/seldom-parts.ts';
import {
  agentMessage,
  type ChatHarness,
  createChatHarness,
  type ScriptedSocket,
  sessionStart,
  wireEvent,
} from '../../test/support/chat-harness.ts';
import { ENGLISH, namedStrings, STRING_NAMES } from './string-names.ts';

/** The looks of a state: everything but the size of the window. */
export interface Look {
  readonly scheme: 'light' | 'dark';
  /** BCP 47 tag; `ar` is right to left. */
  readonly lang: string;
}

/**
 * A widget on a page, with the real client and a scripted platform on a stopped clock: a state looks the same every time.
 */
export interface Stage {
  readonly api: FoyerApi;
  readonly harness: ChatHarness;
  /** Widget strings of the look's language. */
  readonly words: Readonly<Record<string, string>>;
  /** Accepts a connection, counted from 0, once the client has opened it. */
  accept(number: number): Promise<void>;
  /** Refuses a connection in the same way. */
  refuse(number: number): Promise<void>;
  /** Opens the panel and connects, without an agent. */
  connect(): Promise<void>;
  /** Opens the panel, connects, and lets the agent join and greet. */
  greet(agentName?: string): Promise<void>;
  /** The next sequence of the session's journal. */
  next(): number;
  /** Delivers an event of the platform; its sequence is the next one unless it is transient. */
  event(stem: string, payload?: object, isTransient?: boolean): Promise<void>;
  /** A complete message of the agent. */
  answer(text: string, extra?: object): Promise<void>;
  /** Sends a message of the visitor; `isEchoed`: the platform confirms it. */
  say(text: string, isEchoed?: boolean): Promise<void>;
  /** Types into the composer. */
  write(text: string): Promise<void>;
  /** Clicks the button with this accessible name, once the view shows it. */
  press(name: string): Promise<void>;
  /** Waits until the view has an element for this selector, with this text. */
  shown(selector: string, text?: string): Promise<Element>;
}

export interface StageOptions {
  /** Options of the page. */
  readonly options?: Partial<MountOptions>;
  readonly branding?: Partial<WidgetConfig>;
  /** Answers of the relay, as in the tests' harness; undefined: the default answer. */
  readonly answers?: (call: string) => RelayAnswer | 'hang' | 'refuse' | undefined;
}

/** Frames until a state is given up; a visible page has 60 a second. */
const MOST_FRAMES = 900;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Looks once a frame until there is something. */
async function whenThere<Value>(what: string, look: () => Value | null | undefined): Promise<Value> {
  for (let frame = 0; frame < MOST_FRAMES; frame++) {
    const found = look();
    if (found) return found;
    await nextFrame();
  }
  throw new Error(`unable to reach the state; there is no ${what}`);
}

export async function createStage(
  look: Look,
  { branding, answers, options: given }: StageOptions = {},
): Promise<Stage> {
  const catalogue = (await loadCatalogue(look.lang))?.default;
  const words = catalogue ?? (look.lang === STRING_NAMES ? namedStrings : ENGLISH);
  const harness = createChatHarness({ ...(answers && { answers }) });
  const host = document.createElement('foyer-chat');
  const options = { relay: location.origin, locale: look.lang, colorScheme: look.scheme, ...given };
  const loadPanel: LoadPanel = async () => ({
    mountPanel: (context) =>
      mountPanel(context, {
        createChat: (): Chat => harness.chat,
        clock: harness.clock,
        fetchConfig: async () => undefined,
        importLazy: async () => restParts,
        importSeldom: async () => seldomParts,
      }),
  });
  const api = createWidget(host, options, loadPanel, useRare, {
    header: { text: 'Lumen & Oak' },
    agent: { name: 'Iris' },
    accent: '#2f5d4e',
    default_locale: 'en',
    image_hosts: [location.host],
    strings: { [STRING_NAMES]: namedStrings },
    ...branding,
  });
  document.documentElement.append(host);

  let sequence = 0;
  const next = () => ++sequence;
  const socket = (): ScriptedSocket => harness.socket();

  const shown = (selector: string, text = '') =>
    whenThere(`${selector} ${text}`, () =>
      [...(host.shadowRoot?.querySelectorAll(selector) ?? [])].find((element) =>
        element.textContent?.includes(text),
      ),
    );

  const stage: Stage = {
    api,
    harness,
    words,
    next,
    shown,
    async accept(number) {
      (await whenThere('socket', () => harness.sockets[number])).accept();
    },
    async refuse(number) {
      (await whenThere('socket', () => harness.sockets[number])).drop();
      // The client asks the relay for the reason, whose answer a browser reads in a task of its own.
      await nextFrame();
    },
    async connect() {
      api.open();
      await shown('[role=dialog]');
      await stage.accept(0);
      socket().receiveBatch({ ...sessionStart(), sequence: next() });
      await harness.advance(250);
    },
    async greet(agentName = 'Iris') {
      await stage.connect();
      socket().echo('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', next());
      await stage.event('SERVICE_AGENT_JOINED', { agent_name: agentName });
      await stage.answer('Hello, I am **Iris**, the assistant of Lumen & Oak. How can I help?', {
        response_suggestions: [
          { message_text: 'Where is my order?' },
          { message_text: 'How do returns work?' },
          { message_text: 'Opening hours' },
        ],
      });
    },
    async event(stem, payload = {}, isTransient = false) {
      socket().receiveEvent(wireEvent(stem, isTransient ? null : next(), payload));
      await harness.settle();
    },
    async answer(text, extra) {
      socket().receiveEvent(agentMessage(next(), text, extra));
      await harness.settle();
    },
    async say(text, isEchoed = true) {
      harness.chat.send(text);
      await harness.settle();
      if (isEchoed) socket().echo('EVENT_TYPE_USER_MESSAGE', next());
      await harness.settle();
    },
    async write(text) {
      const field = (await shown('textarea')) as HTMLTextAreaElement;
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    async press(name) {
      const button = await whenThere(`button "${name}"`, () =>
        [...(host.shadowRoot?.querySelectorAll<HTMLElement>('button, [role=menuitem]') ?? [])].find(
          (element) => (element.getAttribute('aria-label') ?? element.textContent)?.trim() === name,
        ),
      );
      button.click();
    },
  };
  return stage;
}
