import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FoyerApi, FoyerEvents } from '../../src/embed/api.ts';
import { type FrameWindow, openBridge } from '../../src/embed/bridge.ts';
import { connectFrame } from '../../src/embed/frame-client.ts';
import { installFrame } from '../../src/embed/frame-page.ts';
import * as rare from '../../src/embed/rare.ts';
import { type BridgeReport, toBridgeMessage } from '../../src/protocol/bridge.ts';
import type { OptionIssue } from '../../src/widget/context/options.ts';
import { createScriptedPanel } from './support/scripted-panel.ts';

const PAGE = 'https://help.example.com';
const RELAY = 'https://relay.example';
const OPEN = toBridgeMessage({ type: 'open' });

/** Messages posted to a window, as `[target origin, message]`. */
const outbox = () => {
  const sent: unknown[][] = [];
  return { sent, postMessage: (message: unknown, origin: unknown) => void sent.push([origin, message]) };
};

/** A chat that records its calls. */
function createScriptedChat() {
  const calls: unknown[] = [];
  const events = new EventTarget();
  let isOpen = false;
  const record =
    (name: string) =>
    (...values: unknown[]) =>
      void calls.push([name, ...values]);
  const api = {
    ...Object.fromEntries(
      ['close', 'send', 'setLocale', 'setTheme', 'end', 'restart'].map((name) => [name, record(name)]),
    ),
    open() {
      calls.push(['open']);
      isOpen = true;
    },
    get state() {
      return { isOpen };
    },
    on(name: string, listener: (detail: unknown) => unknown) {
      const onEvent = (event: Event) => {
        if (listener((event as CustomEvent).detail) === false) event.preventDefault();
      };
      events.addEventListener(name, onEvent);
      return () => events.removeEventListener(name, onEvent);
    },
  } as unknown as FoyerApi;
  const emit = <Name extends keyof FoyerEvents>(name: Name, detail: FoyerEvents[Name]) =>
    events.dispatchEvent(new CustomEvent(name, { detail: Object.freeze(detail), cancelable: true }));
  return { api, calls, emit };
}

/** The window of a frame in a page at `PAGE`. `browser`: information of the browser about the page. */
function framed(
  browser: { ancestorOrigins?: string[]; referrer?: string; isNested?: boolean } = {
    ancestorOrigins: [PAGE],
  },
) {
  const parent = outbox();
  const target = new EventTarget();
  const opened: unknown[][] = [];
  const frame = Object.assign(target, {
    parent,
    top: browser.isNested ? outbox() : parent,
    open: (...args: unknown[]) => opened.push(args),
    document: { referrer: browser.referrer ?? '' },
    location: { origin: RELAY, ...(browser.ancestorOrigins && { ancestorOrigins: browser.ancestorOrigins }) },
    innerWidth: 380,
    innerHeight: 600,
  }) as unknown as FrameWindow;
  const chat = createScriptedChat();
  const dispose = openBridge(frame, chat.api);
  const receive = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
    const event = new MessageEvent('message', { data, origin: from.origin ?? PAGE });
    // The constructor accepts real windows only.
    Object.defineProperty(event, 'source', { value: 'source' in from ? from.source : parent });
    target.dispatchEvent(event);
  };
  return {
    ...chat,
    parent,
    opened,
    receive,
    dispose,
    resize: () => target.dispatchEvent(new Event('resize')),
  };
}

const size = (open: boolean): BridgeReport => ({ type: 'resize', width: 380, height: 600, open });
const to = (origin: string, ...reports: BridgeReport[]) =>
  reports.map((report) => [origin, toBridgeMessage(report)]);

describe("the frame's side of the bridge", () => {
  it('runs the commands of the page and answers each with its size', () => {
    const { receive, calls, parent } = framed();
    receive(OPEN);
    receive(toBridgeMessage({ type: 'send', text: 'Hi' }));
    receive(toBridgeMessage({ type: 'setLocale', tag: 'fr' }));
    receive(toBridgeMessage({ type: 'setTheme', tokens: { accent: 'red' } }));
    receive(toBridgeMessage({ type: 'close' }));
    receive(toBridgeMessage({ type: 'end' }));
    receive(toBridgeMessage({ type: 'restart' }));
    expect(calls).toEqual([
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

  it('M-14.17: opens links of the page in the page, its own in a new tab, and leaves others to the browser', () => {
    const { emit, opened, parent } = framed();
    const follow = (url: string) => emit('link', { url, messageId: 'm1' });
    const urls = [`${PAGE}/orders`, `${RELAY}/console`, 'https://away.example/', 'tel:+441234'];
    expect(urls.map(follow)).toEqual([false, false, true, true]);
    expect(opened).toEqual([
      [`${PAGE}/orders`, '_top'],
      [`${RELAY}/console`, '_blank', 'noopener'],
    ]);
    expect(parent.sent).toHaveLength(urls.length);
  });

  it.each([
    ['a page inside of another page', { ancestorOrigins: [PAGE], isNested: true }],
    ['a page that the browser does not name', {}],
  ])('leaves every link of %s to the browser', (_, browser) => {
    const { emit, opened } = framed(browser);
    const urls = [`${PAGE}/orders`, 'mailto:help@help.example.com'];
    expect(urls.map((url) => emit('link', { url, messageId: 'm1' }))).toEqual([true, true]);
    expect(opened).toEqual([]);
  });

  it('reports every event, and its size with events that change it', () => {
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
    const { receive, calls, parent } = framed();
    receive(OPEN, from);
    expect([calls, parent.sent]).toEqual([[], []]);
  });

  it('S-42: ignores messages that are not bridge commands', () => {
    const { receive, calls, parent } = framed();
    for (const data of [
      'open',
      null,
      { type: 'open' },
      { ...OPEN, version: 2 },
      { ...OPEN, source: 'other' },
    ])
      receive(data);
    expect([calls, parent.sent]).toEqual([[], []]);
  });

  it('takes the origin of the page from the referrer if the browser has no ancestorOrigins', () => {
    const { receive, emit, calls, parent } = framed({ referrer: `${PAGE}/article?id=7` });
    emit('open', {});
    receive(OPEN, { origin: 'https://evil.example' });
    expect([calls, parent.sent.map(([origin]) => origin)]).toEqual([[], [PAGE, PAGE]]);
  });

  it('posts nothing before the first valid command if the origin is unknown', () => {
    const { receive, emit, calls, parent } = framed({});
    emit('ready', { version: '1' });
    receive('nonsense', { origin: 'https://evil.example' });
    receive(OPEN, { origin: 'null' });
    expect([calls, parent.sent]).toEqual([[], []]);
    receive(OPEN);
    receive(OPEN, { origin: 'https://evil.example' });
    expect([calls, parent.sent]).toEqual([[['open']], to(PAGE, size(true))]);
  });

  it('exchanges nothing with a page of an opaque origin', () => {
    const { emit, receive, calls, parent } = framed({ ancestorOrigins: ['null'] });
    emit('ready', { version: '1' });
    receive(OPEN, { origin: 'null' });
    expect([calls, parent.sent]).toEqual([[], []]);
  });

  it('opens no bridge outside of a frame', () => {
    const { api, emit } = createScriptedChat();
    const sent: unknown[] = [];
    const alone = Object.assign(new EventTarget(), {
      postMessage: (item: unknown) => sent.push(item),
      document: { referrer: `${PAGE}/` },
      location: {},
    });
    openBridge(Object.assign(alone, { parent: alone }) as unknown as FrameWindow, api);
    emit('ready', { version: '1' });
    expect(sent).toEqual([]);
  });

  it('sends and receives nothing after dispose', () => {
    const { receive, emit, dispose, calls, parent, resize } = framed();
    dispose();
    receive(OPEN);
    emit('open', {});
    resize();
    expect([calls, parent.sent]).toEqual([[], []]);
  });
});

/** An iframe that has loaded its document, or still has an empty one. */
function iframe({ isEmpty = false, src = `${RELAY}/frame?locale=de` } = {}) {
  const element = document.createElement('iframe');
  const inside = outbox();
  let contentDocument = isEmpty ? document.implementation.createHTMLDocument() : null;
  Object.defineProperty(element, 'src', { value: src });
  Object.defineProperty(element, 'contentWindow', { value: inside });
  Object.defineProperty(element, 'contentDocument', { get: () => contentDocument });
  const receive = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
    const event = new MessageEvent('message', { data, origin: from.origin ?? RELAY });
    Object.defineProperty(event, 'source', { value: 'source' in from ? from.source : inside });
    window.dispatchEvent(event);
  };
  const load = () => {
    contentDocument = null;
    element.dispatchEvent(new Event('load'));
  };
  return { element, inside, receive, load };
}

const PING = [RELAY, toBridgeMessage({ type: 'setTheme', tokens: {} })];
const ANSWER = toBridgeMessage({ type: 'resize', width: 380, height: 600, open: true });

describe("the page's side of the bridge", () => {
  it('S-43: sends commands in order to the origin of the frame once the frame is ready', () => {
    const { element, inside, receive } = iframe();
    const chat = connectFrame(element);
    chat.open();
    chat.send('Hi');
    expect(inside.sent).toEqual([PING]);
    receive(ANSWER);
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
      ).map((command) => [RELAY, toBridgeMessage(command)]),
    );
    chat.dispose();
  });

  it('posts nothing to the initial empty document, and pings after each load', () => {
    const { element, inside, receive, load } = iframe({ isEmpty: true });
    const chat = connectFrame(element);
    expect(inside.sent).toEqual([]);
    load();
    receive(ANSWER);
    load();
    chat.send('Sent while it loads again');
    expect(inside.sent).toEqual([PING, PING]);
    receive(ANSWER);
    expect(inside.sent[2]).toEqual([
      RELAY,
      toBridgeMessage({ type: 'send', text: 'Sent while it loads again' }),
    ]);
    chat.dispose();
  });

  it('passes frozen events to listeners until they unsubscribe', () => {
    const { element, receive } = iframe();
    const chat = connectFrame(element);
    const events: unknown[] = [];
    const unsubscribe = chat.on('message', (detail) => events.push(detail, Object.isFrozen(detail)));
    chat.on('resize', (detail) => events.push(detail));
    const message = { id: 'm1', author: 'agent', text: 'Hello' };
    receive(toBridgeMessage({ type: 'event', name: 'message', detail: message }));
    receive(ANSWER);
    unsubscribe();
    receive(toBridgeMessage({ type: 'event', name: 'message', detail: message }));
    chat.dispose();
    receive(ANSWER);
    expect(events).toEqual([message, true, { width: 380, height: 600, open: true }]);
  });

  it.each([
    ['another window', { source: outbox() }],
    ['no window', { source: null }],
    ['the frame at another origin', { origin: 'https://evil.example' }],
    ['the frame without an origin', { origin: 'null' }],
  ])('S-42: ignores %s', (_, from) => {
    const { element, inside, receive } = iframe();
    const chat = connectFrame(element);
    const events: unknown[] = [];
    chat.on('open', () => events.push('open'));
    chat.send('Hi');
    receive(toBridgeMessage({ type: 'event', name: 'open', detail: {} }), from);
    receive({ ...ANSWER, version: 2 });
    expect([events, inside.sent]).toEqual([[], [PING]]);
    chat.dispose();
  });

  it('sends nothing after dispose', () => {
    const { element, inside, receive, load } = iframe();
    const chat = connectFrame(element);
    chat.dispose();
    chat.send('Hi');
    load();
    receive(ANSWER);
    expect(inside.sent).toEqual([PING]);
  });

  it.each(['', 'about:blank', 'http://relay.example/frame'])('refuses a frame at "%s"', (src) => {
    expect(() => connectFrame(iframe({ src }).element)).toThrow(TypeError);
  });
});

describe('the iframe page', () => {
  const panel = createScriptedPanel();
  let explained: readonly OptionIssue[] = [];

  beforeAll(() => panel.arrive());
  afterEach(() => {
    vi.restoreAllMocks();
    // Only removed, it would be put back into the page of the next test.
    document.querySelector('foyer-chat')?.foyer?.destroy();
    history.replaceState(null, '', '/');
  });
  const visit = async (query: string) => {
    history.replaceState(null, '', query);
    explained = [];
    installFrame(`${RELAY}/base/frame.js`, panel.load, (use) =>
      use({
        ...rare,
        explain(_, issues) {
          explained = issues;
        },
      }),
    );
    await panel.arrive();
    return panel.context().options;
  };

  it('shows the chat over the whole page with the options of its URL', async () => {
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
    expect(panel.calls).toContain('open true false');
  });

  it('reports fixed options at once, and explains those that it cannot read', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const options = await visit('?position=top&relay=https%3A%2F%2Fevil.example&container=%23x&colour=red');
    expect([options.relay, options.container, options.position]).toEqual([
      `${RELAY}/base`,
      'body',
      undefined,
    ]);
    expect(warned.mock.calls).toEqual([
      ['foyer:', 'relay="https://evil.example" has no effect in a frame'],
      ['foyer:', 'container="#x" has no effect in a frame'],
    ]);
    expect(explained).toEqual([
      ['position', 'top'],
      ['colour', 'red'],
    ]);
  });
});
