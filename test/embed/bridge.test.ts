import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FoyerApi, FoyerEvents } from '../../src/embed/api.ts';
import { type FrameWindow, openBridge } from '../../src/embed/bridge.ts';
import { connectFrame } from '../../src/embed/frame-client.ts';
import { installFrame } from '../../src/embed/frame-page.ts';
import { type BridgeReport, sealed } from '../../src/protocol/bridge.ts';
import { createScriptedPanel } from './support/panel-port.ts';

const PAGE = 'https://help.example.com';
const RELAY = 'https://relay.example';
const OPEN = sealed({ type: 'open' });

/** Where the messages of a window go: `[target origin, message]`. */
const outbox = () => {
  const sent: unknown[][] = [];
  return { sent, postMessage: (message: unknown, origin: unknown) => void sent.push([origin, message]) };
};

/** The chat as the bridge sees it: it notes what it is asked. */
function createScriptedChat() {
  const asked: unknown[] = [];
  const events = new EventTarget();
  let isOpen = false;
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void asked.push([name, ...values]);
  const api = {
    ...Object.fromEntries(
      ['close', 'send', 'setLocale', 'setTheme', 'end', 'restart'].map((it) => [it, note(it)]),
    ),
    open() {
      asked.push(['open']);
      isOpen = true;
    },
    get state() {
      return { isOpen };
    },
    on(name: string, listener: (detail: unknown) => void) {
      const tell = (event: Event) => listener((event as CustomEvent).detail);
      events.addEventListener(name, tell);
      return () => events.removeEventListener(name, tell);
    },
  } as unknown as FoyerApi;
  const emit = <Name extends keyof FoyerEvents>(name: Name, detail: FoyerEvents[Name]) =>
    events.dispatchEvent(new CustomEvent(name, { detail: Object.freeze(detail) }));
  return { api, asked, emit };
}

/** A frame's window in a page at `PAGE`; `says` is what the browser tells of that. */
function framed(says: { ancestorOrigins?: string[]; referrer?: string } = { ancestorOrigins: [PAGE] }) {
  const parent = outbox();
  const target = new EventTarget();
  const frame = Object.assign(target, {
    parent,
    document: { referrer: says.referrer ?? '' },
    location: says.ancestorOrigins ? { ancestorOrigins: says.ancestorOrigins } : {},
    innerWidth: 380,
    innerHeight: 600,
  }) as unknown as FrameWindow;
  const chat = createScriptedChat();
  const close = openBridge(frame, chat.api);
  const hear = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
    const event = new MessageEvent('message', { data, origin: from.origin ?? PAGE });
    // No real window can be made up here.
    Object.defineProperty(event, 'source', { value: 'source' in from ? from.source : parent });
    target.dispatchEvent(event);
  };
  return { ...chat, parent, hear, close, resize: () => target.dispatchEvent(new Event('resize')) };
}

const size = (open: boolean): BridgeReport => ({ type: 'resize', width: 380, height: 600, open });
const to = (origin: string, ...reports: BridgeReport[]) => reports.map((it) => [origin, sealed(it)]);

describe("the frame's end of the bridge", () => {
  it('does what the page asks and answers each command with its size', () => {
    const { hear, asked, parent } = framed();
    hear(OPEN);
    hear(sealed({ type: 'send', text: 'Hi' }));
    hear(sealed({ type: 'setLocale', tag: 'fr' }));
    hear(sealed({ type: 'setTheme', tokens: { accent: 'red' } }));
    hear(sealed({ type: 'close' }));
    hear(sealed({ type: 'end' }));
    hear(sealed({ type: 'restart' }));
    expect(asked).toEqual([
      ['open'],
      ['send', 'Hi'],
      ['setLocale', 'fr'],
      ['setTheme', { accent: 'red' }],
      ['close'],
      ['end'],
      ['restart'],
    ]);
    expect(parent.sent).toEqual(Array.from({ length: 7 }, () => to(PAGE, size(true))[0]));
  });

  it('tells the page of every event, and of its size with those that change it', () => {
    const { emit, parent, resize } = framed();
    const message = { id: 'm1', author: 'agent', text: 'Hello' } as const;
    emit('ready', { version: '1' });
    emit('message', message);
    emit('open', {});
    resize();
    expect(parent.sent).toEqual(
      to(
        PAGE,
        { type: 'event', name: 'ready', detail: { version: '1' } },
        { type: 'event', name: 'message', detail: message },
        { type: 'event', name: 'open', detail: {} },
        size(false),
        size(false),
      ),
    );
  });

  it.each([
    ['another window of the right origin', { source: outbox() }],
    ['no window', { source: null }],
    ['its parent at another origin', { origin: 'https://evil.example' }],
    ['a look-alike of the origin', { origin: 'https://help.example.com.evil.example' }],
    ['a prefix of the origin', { origin: 'https://help.example' }],
    ['another port', { origin: `${PAGE}:8443` }],
    ['plain http', { origin: 'http://help.example.com' }],
    ['a page without an origin', { origin: 'null' }],
    ['an origin that is none', { origin: '' }],
  ])('S-42: ignores %s', (_, from) => {
    const { hear, asked, parent } = framed();
    hear(OPEN, from);
    expect([asked, parent.sent]).toEqual([[], []]);
  });

  it('S-42: ignores messages that are not for it', () => {
    const { hear, asked, parent } = framed();
    for (const data of [
      'open',
      null,
      { type: 'open' },
      { ...OPEN, version: 2 },
      { ...OPEN, source: 'other' },
    ])
      hear(data);
    expect([asked, parent.sent]).toEqual([[], []]);
  });

  it('knows the page by its referrer where the browser does not name ancestors', () => {
    const { hear, emit, asked, parent } = framed({ referrer: `${PAGE}/article?id=7` });
    emit('open', {});
    hear(OPEN, { origin: 'https://evil.example' });
    expect([asked, parent.sent.map(([origin]) => origin)]).toEqual([[], [PAGE, PAGE]]);
  });

  it('says nothing until the first valid message, where the browser tells nothing at all', () => {
    const { hear, emit, asked, parent } = framed({});
    emit('ready', { version: '1' });
    hear('nonsense', { origin: 'https://evil.example' });
    hear(OPEN, { origin: 'null' });
    expect([asked, parent.sent]).toEqual([[], []]);
    hear(OPEN);
    hear(OPEN, { origin: 'https://evil.example' });
    expect([asked, parent.sent]).toEqual([[['open']], to(PAGE, size(true))]);
  });

  it('takes a page that has no origin for nobody', () => {
    const { emit, hear, asked, parent } = framed({ ancestorOrigins: ['null'] });
    emit('ready', { version: '1' });
    hear(OPEN, { origin: 'null' });
    expect([asked, parent.sent]).toEqual([[], []]);
  });

  it('is not there in a page of its own', () => {
    const { api, emit } = createScriptedChat();
    const sent: unknown[] = [];
    const alone = Object.assign(new EventTarget(), {
      postMessage: (it: unknown) => sent.push(it),
      document: { referrer: `${PAGE}/` },
      location: {},
    });
    openBridge(Object.assign(alone, { parent: alone }) as unknown as FrameWindow, api);
    emit('ready', { version: '1' });
    expect(sent).toEqual([]);
  });

  it('hears and says nothing once it is closed', () => {
    const { hear, emit, close, asked, parent, resize } = framed();
    close();
    hear(OPEN);
    emit('open', {});
    resize();
    expect([asked, parent.sent]).toEqual([[], []]);
  });
});

/** An iframe whose document the browser has shown, unless it is still empty. */
function iframe({ isEmpty = false, src = `${RELAY}/frame?locale=de` } = {}) {
  const element = document.createElement('iframe');
  const inside = outbox();
  let contentDocument = isEmpty ? document.implementation.createHTMLDocument() : null;
  Object.defineProperty(element, 'src', { value: src });
  Object.defineProperty(element, 'contentWindow', { value: inside });
  Object.defineProperty(element, 'contentDocument', { get: () => contentDocument });
  const hear = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
    const event = new MessageEvent('message', { data, origin: from.origin ?? RELAY });
    Object.defineProperty(event, 'source', { value: 'source' in from ? from.source : inside });
    window.dispatchEvent(event);
  };
  const load = () => {
    contentDocument = null;
    element.dispatchEvent(new Event('load'));
  };
  return { element, inside, hear, load };
}

const PING = [RELAY, sealed({ type: 'setTheme', tokens: {} })];
const ANSWER = sealed({ type: 'resize', width: 380, height: 600, open: true });

describe("the page's end of the bridge", () => {
  it('S-43: sends its commands in order, to the origin of the frame and never to any, once somebody listens', () => {
    const { element, inside, hear } = iframe();
    const chat = connectFrame(element);
    chat.open();
    chat.send('Hi');
    expect(inside.sent).toEqual([PING]);
    hear(ANSWER);
    chat.setLocale('fr');
    chat.setTheme({ accent: 'red' });
    chat.close();
    chat.end();
    chat.restart();
    expect(inside.sent.slice(1)).toEqual(
      (
        [
          { type: 'open' },
          { type: 'send', text: 'Hi' },
          { type: 'setLocale', tag: 'fr' },
          { type: 'setTheme', tokens: { accent: 'red' } },
          { type: 'close' },
          { type: 'end' },
          { type: 'restart' },
        ] as const
      ).map((it) => [RELAY, sealed(it)]),
    );
    chat.dispose();
  });

  it('says nothing into the empty document that a frame begins with, and asks again with each that it loads', () => {
    const { element, inside, hear, load } = iframe({ isEmpty: true });
    const chat = connectFrame(element);
    expect(inside.sent).toEqual([]);
    load();
    hear(ANSWER);
    load();
    chat.send('Said while it loads anew');
    expect(inside.sent).toEqual([PING, PING]);
    hear(ANSWER);
    expect(inside.sent[2]).toEqual([RELAY, sealed({ type: 'send', text: 'Said while it loads anew' })]);
    chat.dispose();
  });

  it('gives events to those who listen, frozen, until they no longer do', () => {
    const { element, hear } = iframe();
    const chat = connectFrame(element);
    const heard: unknown[] = [];
    const stop = chat.on('message', (detail) => heard.push(detail, Object.isFrozen(detail)));
    chat.on('resize', (detail) => heard.push(detail));
    const message = { id: 'm1', author: 'agent', text: 'Hello' };
    hear(sealed({ type: 'event', name: 'message', detail: message }));
    hear(ANSWER);
    stop();
    hear(sealed({ type: 'event', name: 'message', detail: message }));
    chat.dispose();
    hear(ANSWER);
    expect(heard).toEqual([message, true, { width: 380, height: 600, open: true }]);
  });

  it.each([
    ['another window', { source: outbox() }],
    ['no window', { source: null }],
    ['the frame at another origin', { origin: 'https://evil.example' }],
    ['the frame without an origin', { origin: 'null' }],
  ])('S-42: ignores %s', (_, from) => {
    const { element, inside, hear } = iframe();
    const chat = connectFrame(element);
    const heard: unknown[] = [];
    chat.on('open', () => heard.push('open'));
    chat.send('Hi');
    hear(sealed({ type: 'event', name: 'open', detail: {} }), from);
    hear({ ...ANSWER, version: 2 });
    expect([heard, inside.sent]).toEqual([[], [PING]]);
    chat.dispose();
  });

  it('neither speaks nor waits after dispose', () => {
    const { element, inside, hear, load } = iframe();
    const chat = connectFrame(element);
    chat.dispose();
    chat.send('Hi');
    load();
    hear(ANSWER);
    expect(inside.sent).toEqual([PING]);
  });

  it.each(['', 'about:blank', 'http://relay.example/frame'])('refuses a frame at "%s"', (src) => {
    expect(() => connectFrame(iframe({ src }).element)).toThrow(TypeError);
  });
});

describe('the iframe page', () => {
  const panel = createScriptedPanel();
  const script = document.createElement('script');
  Object.defineProperty(script, 'src', { value: `${RELAY}/base/frame.js` });

  beforeAll(() => panel.arrive());
  afterEach(() => {
    vi.restoreAllMocks();
    document.body.replaceChildren();
    history.replaceState(null, '', '/');
  });
  const visit = async (query: string) => {
    history.replaceState(null, '', query);
    installFrame(script, panel.load);
    await panel.arrive();
    return panel.context().options;
  };

  it('shows the chat over all of itself, with the options of its address', async () => {
    const options = await visit('?locale=fr-ch&accent=red&show-header=false&color-scheme=dark');
    expect(options).toEqual({
      relay: `${RELAY}/base`,
      container: 'body',
      locale: 'fr-CH',
      accent: 'red',
      showHeader: false,
      colorScheme: 'dark',
    });
    expect(document.querySelector<HTMLElement>('foyer-chat')?.parentElement).toBe(document.body);
    expect(document.documentElement.lang).toBe('fr-CH');
    expect(panel.asked).toContain('open true false');
  });

  it('leaves out what it does not know, what is malformed, and what is settled, and says so', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const options = await visit('?position=top&relay=https%3A%2F%2Fevil.example&container=%23x&colour=red');
    expect([options.relay, options.container, options.position]).toEqual([
      `${RELAY}/base`,
      'body',
      undefined,
    ]);
    expect(warned.mock.calls).toEqual([
      ['foyer: left out position="top", relay="https://evil.example", container="#x", colour="red"'],
    ]);
  });
});
