import { within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
// Loaded beforehand, so that no test waits for it.
import '../../src/chat/shell/refused-origin.ts';
import type { ChatOptions } from '../../src/chat/shell/run-chat.ts';
import { fetchConfig } from '../../src/embed/fetch-config.ts';
import { mountPanel, type PanelDependencies } from '../../src/embed/panel.ts';
import type { MountOptions } from '../../src/widget/context/options.ts';
import * as restParts from '../../src/widget/rest/rest-parts.ts';
import * as seldomParts from '../../src/widget/seldom/seldom-parts.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createScriptedChat, message } from '../widget/support/scripted-chat.ts';

function setup(
  config?: unknown,
  isStored = false,
  dependencies: Partial<PanelDependencies> = {},
  relay = 'https://relay.example',
  more: Partial<MountOptions> = {},
  /** The page's side of the panel. */
  page: {
    close?(): void;
    allows?(text: string): boolean;
    follows?(url: string): boolean;
    readonly told?: object;
    readonly earlyResume?: Promise<unknown>;
  } = {},
) {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const mountPoint = document.createElement('div');
  shadow.append(mountPoint);
  document.body.append(host);
  const chat = { ...createScriptedChat(), isStored: () => isStored };
  const clock = createFakeClock();
  const events: unknown[] = [];
  const names: string[] = [];
  const launcher = document.createElement('button');
  const handle = mountPanel(
    {
      host,
      mountPoint,
      options: { relay, accent: '#ffd60a', ...more },
      config,
      launcher,
      earlyResume: page.earlyResume,
      nameLauncher: (name) => names.push(name),
      emit(name, detail) {
        events.push([name, detail]);
        if (name === 'link') return page.follows?.((detail as { url: string }).url) ?? true;
        return name !== 'before-send' || (page.allows?.((detail as { text: string }).text) ?? true);
      },
      pageContext: () => page.told,
      onContextRequired: () => null,
      open: () => {},
      close: () => page.close?.(),
    },
    {
      createChat: () => chat,
      clock,
      fetchConfig,
      importLazy: async () => restParts,
      importSeldom: async () => seldomParts,
      ...dependencies,
    },
  );
  return { host, mountPoint, chat, clock, events, names, launcher, handle, screen: within(mountPoint) };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const CONFIG = { header: { text: 'Northwind' }, default_locale: 'en' };

describe('the panel and the page', () => {
  it('starts the conversation when it opens, and pauses it while it is closed', () => {
    const { chat, handle } = setup(CONFIG);
    expect(chat.calls).toEqual([]);
    handle.setOpen(true, false);
    handle.setOpen(false, false);
    handle.setOpen(true, false);
    expect(chat.calls).toEqual(['start', 'rest', 'start']);
  });

  it('M-3.24: resumes the conversation that the page has asked for before it opens', () => {
    const { chat, handle } = setup(CONFIG, true, {}, undefined, {}, { earlyResume: Promise.resolve() });
    handle.setOpen(true, false);
    expect(chat.calls.map((call) => call.split(' ')[0])).toEqual(['resume', 'start']);
  });

  it('renders nothing while it is closed, and keeps the draft', async () => {
    const { clock, handle, screen, mountPoint } = setup(CONFIG);
    expect(mountPoint.childElementCount).toBe(0);
    handle.setOpen(true, false);
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    field.value = 'half a thought';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    handle.setOpen(false, false);
    clock.advance(140);
    expect(mountPoint.childElementCount).toBe(0);
    handle.setOpen(true, false);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('half a thought');
  });

  it('requests the configuration if it did not come with the script', async () => {
    const calls: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      calls.push([url, init.credentials]);
      return new Response(JSON.stringify(CONFIG));
    });
    const { handle, screen } = setup();
    expect(calls).toEqual([]);
    handle.setOpen(true, false);
    expect(await screen.findByRole('dialog', { name: 'Northwind' })).toBeTruthy();
    expect(calls).toEqual([['https://relay.example/chat/config', 'include']]);
  });

  it('uses the default configuration if the configuration is unreadable', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"header":7}'));
    const { handle, screen } = setup();
    handle.setOpen(true, false);
    expect(await screen.findByRole('dialog', { name: 'Chat with us' })).toBeTruthy();
  });

  it('shows each configuration of a function in place', async () => {
    let use = (_config: unknown): void => {};
    const { handle, screen, mountPoint } = setup((show: typeof use) => {
      use = show;
      use(CONFIG);
    });
    handle.setOpen(true, false);
    const panel = screen.getByRole('dialog', { name: 'Northwind' });
    use({ ...CONFIG, header: { text: 'Night desk' }, radius: 4 });
    expect(await screen.findByRole('dialog', { name: 'Night desk' })).toBe(panel);
    expect(mountPoint.style.getPropertyValue('--_radius')).toBe('4px');
  });

  it('requests the configuration four times, and starts without it afterwards', async () => {
    let requests = 0;
    vi.stubGlobal('fetch', async () => {
      requests += 1;
      return requests % 2 ? new Response('<html>') : new Response('', { status: 503 });
    });
    const { handle, chat, clock } = setup();
    handle.setOpen(true, false);
    for (let call = 1; call <= 4; call++) {
      await vi.waitFor(() => expect(clock.waiting()).toBe(1));
      expect([requests, chat.calls]).toEqual([call, []]);
      clock.advance(1_000);
    }
    await vi.waitFor(() => expect(chat.calls).toEqual(['start']));
    expect(requests).toBe(4);
  });

  it.each([
    ['https://shop.example', 'add https://shop.example to FOYER_ALLOWED_ORIGINS'],
    ['http://localhost:3000', 'add http://localhost:3000 to FOYER_ALLOWED_ORIGINS'],
    ['http://shop.example', 'http://shop.example cannot be allowed; open it over https, or on localhost'],
    ['null', 'null cannot be allowed; open it over https, or on localhost'],
  ])('tells the console once how to allow the refused origin %s', async (origin, advice) => {
    vi.stubGlobal('origin', origin);
    const relay = `https://relay.example/${encodeURIComponent(origin)}`;
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { chat } = setup(CONFIG, false, {}, relay);
    chat.trouble.value = { code: 'too_many_windows', canRetry: true };
    for (let time = 1; time <= 2; time++) {
      chat.trouble.value = { code: 'configuration', canRetry: false, detail: 'origin_not_allowed' };
      await vi.waitFor(() => expect(warned).toHaveBeenCalled());
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned.mock.calls).toEqual([[`foyer: ${relay} refuses this page: ${advice}`]]);
  });

  it('tells the console once what may block sockets', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { chat } = setup(CONFIG, false, {}, 'https://relay.example/socket_blocked');
    chat.trouble.value = { code: 'socket_blocked', canRetry: true };
    await vi.waitFor(() => expect(warned).toHaveBeenCalled());
    chat.trouble.value = { code: 'socket_blocked', canRetry: true };
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/^foyer: no WebSocket opens .* Content-Security-Policy.* Upgrade header$/)],
    ]);
  });

  it.each([
    'configuration',
    'closed',
    'unreachable',
    'too_many_windows',
    'expired',
    'no_history',
    'internal',
  ] as const)('says nothing on the console about the trouble %s', async (code) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const importLazy = vi.fn(async () => restParts);
    const { chat } = setup(CONFIG, false, { importLazy }, `https://relay.example/${code}`);
    chat.trouble.value = { code, canRetry: false };
    await vi.waitFor(() => expect(importLazy).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).not.toHaveBeenCalled();
  });

  it('keeps text on the accent readable', async () => {
    const { mountPoint, handle } = setup(CONFIG);
    handle.setOpen(true, false);
    await vi.waitFor(() =>
      expect(mountPoint.style.getPropertyValue('--_accent-contrast')).toBe('rgb(0,0,0)'),
    );
  });

  it('applies a theme of the page before the options', async () => {
    const { host, mountPoint, launcher, handle } = setup(CONFIG);
    handle.setOpen(true, false);
    await vi.waitFor(() => expect(mountPoint.style.getPropertyValue('--_accent')).toBe('rgb(255,214,10)'));
    handle.setTheme({ accent: '#123456', radius: '4px' });
    await vi.waitFor(() => expect(mountPoint.style.getPropertyValue('--_accent')).toBe('rgb(18,52,86)'));
    expect([
      host.style.getPropertyValue('--foyer-radius'),
      launcher.style.getPropertyValue('--_accent'),
    ]).toEqual(['4px', '#123456']);
    handle.setTheme({ accent: '' });
    await vi.waitFor(() => expect(mountPoint.style.getPropertyValue('--_accent')).toBe('rgb(255,214,10)'));
    expect(launcher.style.getPropertyValue('--_accent')).toBe('');
  });

  it('gives the launcher the accent of a configuration that comes later, unless the page has its own', async () => {
    const accentOf = async (more: Partial<MountOptions>) => {
      const { handle, mountPoint } = setup({ ...CONFIG, accent: '#ffd60a' }, false, {}, undefined, more);
      const root = document.createElement('div');
      mountPoint.replaceWith(root);
      root.append(mountPoint);
      handle.setOpen(true, false);
      handle.setTheme({});
      await vi.waitFor(() => expect(mountPoint.style.getPropertyValue('--_accent')).not.toBe(''));
      return root.style.getPropertyValue('--_accent');
    };
    expect([await accentOf({ accent: undefined }), await accentOf({ accent: '#123456' })]).toEqual([
      'var(--foyer-accent, #ffd60a)',
      '',
    ]);
  });

  it.each([
    ['dark', 'light', 'dark'],
    ['light', 'dark', 'light'],
    ['auto', 'dark', 'light'],
    ['', 'dark', 'dark'],
    ['sepia', 'dark', 'light'],
  ] as const)('changes its colour scheme to %j, where the option is %s', async (set, option, shown) => {
    const { handle, mountPoint } = setup(CONFIG, false, {}, undefined, { colorScheme: option });
    handle.setOpen(true, false);
    const scheme = () => mountPoint.querySelector('.panel')?.getAttribute('data-scheme');
    await vi.waitFor(() => expect(scheme()).toBe(option));
    handle.setTheme({ 'color-scheme': set });
    await vi.waitFor(() => expect(scheme()).toBe(shown));
  });

  it('works without the lazy views, and requests them again when it is back online', async () => {
    let requests = 0;
    const host = document.createElement('div');
    const mountPoint = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    const chat = createScriptedChat();
    const handle = mountPanel(
      {
        host,
        mountPoint,
        options: { relay: 'https://relay.example' },
        config: CONFIG,
        launcher: document.createElement('button'),
        nameLauncher: () => {},
        emit: () => true,
        pageContext: () => undefined,
        onContextRequired: () => null,
        open: () => {},
        close: () => {},
      },
      {
        createChat: () => chat,
        clock: createFakeClock(),
        fetchConfig,
        importLazy: async () => {
          requests += 1;
          throw new Error('offline');
        },
        importSeldom: async () => seldomParts,
      },
    );
    handle.setOpen(true, false);
    chat.connection.value = 'online';
    await Promise.resolve();
    chat.connection.value = 'reconnecting';
    chat.connection.value = 'online';
    expect([requests, within(mountPoint).getByRole('textbox').getAttribute('aria-label')]).toEqual([
      2,
      'Message',
    ]);
    handle.dispose();
  });

  it('loads the rest after its first frame, and again once it is online after a failure', async () => {
    let requests = 0;
    const { chat, handle, screen } = setup(CONFIG, false, {
      async importLazy() {
        requests += 1;
        if (requests === 1) throw new Error('offline');
        return restParts;
      },
    });
    chat.connection.value = 'connecting';
    handle.setOpen(true, false);
    await Promise.resolve();
    expect(requests).toBe(0);
    await vi.waitFor(() => expect(requests).toBe(1));
    const attachments = [
      { contentType: 'url', contentUrl: 'https://shop.example/tea', title: 'Tea' } as const,
    ];
    chat.add(message({ id: 'b', author: 'agent', text: 'Look', attachments }));
    chat.connection.value = 'online';
    const card = await screen.findByRole('link', { name: /Tea/ });
    expect([requests, card.getAttribute('href')]).toEqual([2, 'https://shop.example/tea']);
  });

  it('counts the messages that arrive while it is closed', () => {
    const { chat, handle, events } = setup(CONFIG);
    chat.emit('message', message({ id: 'a', author: 'agent', text: 'hi' }));
    chat.emit('message', message({ id: 'u', author: 'user', text: 'hi' }));
    handle.setOpen(true, false);
    chat.emit('message', message({ id: 'b', author: 'agent', text: 'hi' }));
    expect(events.filter((event) => (event as unknown[])[0] === 'unread')).toEqual([
      ['unread', { count: 1 }],
      ['unread', { count: 0 }],
    ]);
  });

  it('resumes a stored conversation only while it is closed', () => {
    const { chat, handle } = setup(CONFIG, true);
    handle.resume();
    handle.setOpen(true, false);
    handle.resume();
    expect(chat.calls).toEqual([expect.stringMatching(/^resume \d/), 'start']);
  });

  it('loads nothing but the conversation when it resumes', async () => {
    const load = vi.fn();
    const { chat, handle } = setup(undefined, true, {
      importLazy: load,
      fetchConfig: load,
    });
    handle.resume();
    chat.emit('sessionStart', { sessionId: 's', resumed: true });
    chat.connection.value = 'online';
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
  });

  it('previews the newest unread message until it is dismissed, and announces it once', async () => {
    const { chat, clock, handle, screen, mountPoint } = setup(CONFIG);
    chat.emit('message', message({ id: 'a', author: 'agent', text: 'First' }));
    chat.emit(
      'message',
      message({ id: 'b', author: 'agent', text: '**Open** until [six](https://a.example)' }),
    );
    const bubble = await screen.findByRole('button', { name: 'Assistant Open until six' });
    const status = screen.getByRole('status');
    await vi.waitFor(() => expect(status.textContent).toBe('Assistant said: Open until six'));
    screen.getByRole('button', { name: 'Dismiss' }).click();
    await vi.waitFor(() => expect([bubble.isConnected, mountPoint.childElementCount]).toEqual([false, 0]));
    chat.emit('message', message({ id: 'c', author: 'live-agent', text: '', person: { name: 'Noor' } }));
    await screen.findByRole('button', { name: 'Noor New messages' });
    handle.setOpen(true, false);
    expect(screen.queryByText('New messages')).toBe(null);
    handle.setOpen(false, false);
    clock.advance(140);
    expect(mountPoint.childElementCount).toBe(0);
  });

  it('ignores input while it closes, and opens again as a new panel', () => {
    const { clock, handle, mountPoint } = setup(CONFIG);
    handle.setOpen(true, false);
    const first = mountPoint.firstElementChild as HTMLElement;
    handle.setOpen(false, false);
    clock.advance(139);
    expect([mountPoint.firstElementChild === first, first.inert]).toEqual([true, true]);
    handle.setOpen(true, false);
    const second = mountPoint.firstElementChild as HTMLElement;
    clock.advance(140);
    expect([first.isConnected, second.isConnected, second.inert]).toEqual([false, true, false]);
  });

  it('leaves nothing behind when it is destroyed while it closes', () => {
    const { clock, handle, mountPoint } = setup(CONFIG);
    handle.setOpen(true, false);
    handle.setOpen(false, false);
    handle.dispose();
    expect([mountPoint.childElementCount, clock.waiting()]).toEqual([0, 0]);
  });

  it('shows the prompt of the page behind the preview', async () => {
    const { chat, handle, screen } = setup(CONFIG);
    handle.prompt({ text: 'Need a hand?' });
    await screen.findByText('Need a hand?');
    chat.emit('message', message({ id: 'a', author: 'agent', text: 'Yes' }));
    await screen.findByText('Yes');
    expect(screen.queryByText('Need a hand?')).toBe(null);
    screen.getByRole('button', { name: 'Dismiss' }).click();
    await screen.findByText('Need a hand?');
  });

  it.each([
    ['data-show-icon="false"', { showIcon: false }],
    ['a container', { container: '#chat' }],
  ])('counts unread messages without a preview with %s', async (_, options) => {
    const { chat, events, mountPoint } = setup(CONFIG, false, {}, undefined, options);
    chat.emit('message', message({ id: 'a', author: 'agent', text: 'hi' }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([events.at(-1), mountPoint.childElementCount]).toEqual([['unread', { count: 1 }], 0]);
  });

  it('forgets the unread messages when the visitor writes on another page', () => {
    const { chat, events } = setup(CONFIG);
    chat.emit('message', message({ id: 'a', author: 'agent', text: 'hi' }));
    chat.emit('message', message({ id: 'u', author: 'user', text: 'Thanks' }));
    expect(events.filter((event) => (event as unknown[])[0] === 'unread')).toEqual([
      ['unread', { count: 1 }],
      ['unread', { count: 0 }],
    ]);
  });

  it('M-3.18: forgets what was seen on another page, even if it comes here later', async () => {
    const { chat, events, handle, mountPoint } = setup(CONFIG);
    for (const id of ['a', 'b', 'c'])
      chat.emit('message', message({ id, author: 'agent', text: `Say ${id}` }));
    await vi.waitFor(() => expect(mountPoint.textContent).toContain('Say c'));
    const other = new BroadcastChannel('foyer:https://relay.example');
    other.postMessage('b');
    await vi.waitFor(() => expect(events.at(-1)).toEqual(['unread', { count: 1 }]));
    expect(mountPoint.textContent).toContain('Say c');
    other.postMessage('d');
    other.postMessage('c');
    await vi.waitFor(() => expect(events.at(-1)).toEqual(['unread', { count: 0 }]));
    expect(mountPoint.textContent).not.toContain('Say c');
    other.close();
    handle.dispose();
  });

  it('counts unread messages in the title if the page wants it, and restores the title', async () => {
    document.head.replaceChildren(document.createElement('title'));
    document.title = 'Lamps';
    const shown = setup(CONFIG, false, {}, undefined, { titleCount: true });
    shown.chat.emit('message', message({ id: 'a', author: 'agent', text: 'hi' }));
    await vi.waitFor(() => expect(document.title).toBe('(1) Lamps'));
    shown.handle.setOpen(true, false);
    expect(document.title).toBe('Lamps');
    shown.handle.setOpen(false, false);
    shown.chat.emit('message', message({ id: 'b', author: 'agent', text: 'hi' }));
    expect(document.title).toBe('(1) Lamps');
    shown.handle.dispose();
    const { chat, launcher } = setup(CONFIG);
    chat.emit('message', message({ id: 'a', author: 'agent', text: 'hi' }));
    await vi.waitFor(() => expect(launcher.textContent).toBe('1'));
    expect(document.title).toBe('Lamps');
  });

  it('emits the events of the conversation', () => {
    const { chat, events } = setup(CONFIG);
    chat.connection.value = 'connecting';
    chat.handoff.value = 'requested';
    chat.language.value = 'fr';
    chat.trouble.value = { code: 'unreachable', canRetry: true };
    chat.trouble.value = null;
    chat.emit('sessionStart', { sessionId: 's', resumed: false });
    chat.emit('clientHandoffRequired', { reason: 'POLICY' });
    chat.emit('message', message({ id: 'u', author: 'user', text: 'hi', delivery: 'sent' }));
    chat.emit('sessionEnd', { sessionId: 's', reason: 'user_end' });
    expect(events).toEqual([
      ['connection', { status: 'connecting' }],
      ['handoff', { status: 'requested' }],
      ['language', { code: 'fr' }],
      ['error', { code: 'unreachable' }],
      ['session-start', { sessionId: 's', resumed: false }],
      ['client-handoff-required', { reason: 'POLICY' }],
      ['message', { id: 'u', author: 'user', text: 'hi', delivery: 'sent' }],
      ['session-end', { sessionId: 's', reason: 'user_end' }],
    ]);
  });

  it('asks the page before a text is sent, and keeps a text that the page objects to', async () => {
    const objections = new Set(['Not this']);
    const { chat, handle, events, screen } = setup(
      CONFIG,
      false,
      {},
      undefined,
      {},
      {
        allows: (text) => !objections.has(text),
      },
    );
    handle.setOpen(true, false);
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    const user = userEvent.setup({ document });
    await user.type(field, 'Not this{Enter}');
    const kept = field.value;
    await user.type(field, ' way{Enter}');
    expect([
      kept,
      await handle.send('Not this'),
      chat.calls.filter((call) => call.startsWith('send')),
    ]).toEqual(['Not this', 'cancelled', ['send Not this way']]);
    expect(events).toEqual([
      ['before-send', { text: 'Not this' }],
      ['before-send', { text: 'Not this way' }],
      ['before-send', { text: 'Not this' }],
    ]);
  });

  it('M-14.17: asks the page about each link of a message, and opens those of the site in the same tab', async () => {
    const own = `${location.origin}/orders`;
    const taken = `${location.origin}/taken`;
    const { chat, events, handle, mountPoint, screen } = setup(
      CONFIG,
      false,
      {},
      undefined,
      {},
      {
        follows: (url) => url !== taken,
      },
    );
    handle.setOpen(true, false);
    chat.add(
      message({
        id: 'm1',
        author: 'agent',
        text: `[Orders](${own}) [Taken](${taken}) [Away](https://away.example/) [Call](tel:+441234)`,
      }),
    );
    const press = async (name: string, keys: MouseEventInit = {}) => {
      const link = await screen.findByRole<HTMLAnchorElement>('link', { name });
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...keys });
      // Follows no link: the test has no other page.
      let isPrevented = false;
      mountPoint.parentNode?.addEventListener(
        'click',
        (event) => {
          isPrevented = event.defaultPrevented;
          event.preventDefault();
        },
        { once: true },
      );
      link.dispatchEvent(click);
      return [link.target, link.rel.includes('noopener'), isPrevented];
    };
    expect(await press('Orders', { ctrlKey: true })).toEqual(['_blank', true, false]);
    expect(events).toEqual([]);
    expect(await press('Orders')).toEqual(['', false, false]);
    expect(await press('Taken')).toEqual(['_blank', true, true]);
    expect(await press('Away')).toEqual(['_blank', true, false]);
    expect(events).toEqual(
      [own, taken, 'https://away.example/'].map((url) => ['link', { url, messageId: 'm1' }]),
    );
  });

  it('tells the page what became of its text', async () => {
    const scripted = createScriptedChat();
    const createChat = () => ({
      ...scripted,
      send(text: string) {
        if (text === '') return undefined;
        scripted.add(message({ id: text, author: 'user', text, delivery: 'sending' }));
        return text;
      },
    });
    const { handle } = setup(CONFIG, false, { createChat });
    handle.setOpen(true, false);
    const outcomes = ['confirmed', 'refused', ''].map(handle.send);
    await Promise.resolve();
    scripted.change('confirmed', { delivery: 'sent' });
    scripted.change('refused', { delivery: 'failed' });
    expect(await Promise.all(outcomes)).toEqual(['sent', 'failed', 'cancelled']);
  });

  it.each([
    ['is not confirmed yet', CONFIG],
    ['waits for consent', { ...CONFIG, consent: { required: true } }],
  ])('tells the page that its text has failed if it %s when the chat is destroyed', async (_, config) => {
    const scripted = createScriptedChat();
    const chat = {
      ...scripted,
      send(text: string) {
        scripted.add(message({ id: text, author: 'user', text, delivery: 'sending' }));
        return text;
      },
    };
    const { handle } = setup(config, false, { createChat: () => chat });
    handle.setOpen(true, false);
    const outcome = handle.send('Hello');
    handle.dispose();
    expect(await outcome).toBe('failed');
  });

  it('names a fault in what the page tells about its visitor once', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    let read: ChatOptions['pageContext'];
    const createChat = (options: ChatOptions) => {
      read = options.pageContext;
      return createScriptedChat();
    };
    setup(CONFIG, false, { createChat }, undefined, {}, { told: { order: '1', 'a b': '2' } });
    expect([read?.(), read?.(), warn.mock.calls]).toEqual([
      { order: '1' },
      { order: '1' },
      [['foyer:', 'setContext: a b is no name: 1 to 64 letters, digits, _ . -']],
    ]);
  });

  it('removes everything on dispose', () => {
    const { chat, handle, events, mountPoint } = setup(CONFIG);
    handle.setOpen(true, false);
    handle.dispose();
    chat.connection.value = 'failed';
    chat.emit('message', message({ id: 'a', author: 'agent', text: 'hi' }));
    expect([mountPoint.childElementCount, events, chat.calls]).toEqual([0, [], ['start', 'dispose']]);
  });
});

describe('consent', () => {
  const GATED = {
    ...CONFIG,
    consent: { required: true, text: { en: 'We **record** this chat.', de: 'Wir zeichnen auf.' } },
    policies: { privacy_url: 'https://shop.example/privacy' },
  };

  it('asks for consent before anything is sent, and delays the calls of the page', async () => {
    const { handle, screen, chat } = setup(GATED);
    handle.setOpen(true, true);
    handle.send('Hello');
    handle.restart();
    const button = await screen.findByRole('button', { name: 'I consent and start chat' });
    expect({
      calls: chat.calls,
      fields: screen.queryAllByRole('textbox').length,
      text: screen.getByText('record').tagName,
      link: screen.getByRole<HTMLAnchorElement>('link').href,
    }).toEqual({ calls: [], fields: 0, text: 'STRONG', link: 'https://shop.example/privacy' });
    button.click();
    await screen.findByRole('textbox');
    expect(chat.calls).toEqual(['start', 'send Hello', 'restart']);
  });

  it('gives the focus to the composer after consent, even if the panel has opened by itself', async () => {
    const { handle, screen, mountPoint } = setup(GATED);
    handle.setOpen(true, false);
    (await screen.findByRole('button', { name: 'I consent and start chat' })).click();
    const field = await screen.findByRole('textbox');
    await vi.waitFor(() => expect((mountPoint.getRootNode() as ShadowRoot).activeElement).toBe(field));
  });

  it('closes the panel and sends nothing when the visitor declines consent', async () => {
    const close = vi.fn();
    const { handle, screen, chat } = setup(GATED, false, {}, undefined, {}, { close });
    handle.setOpen(true, true);
    (await screen.findByRole('button', { name: 'Decline' })).click();
    expect([close.mock.calls.length, chat.calls]).toEqual([1, []]);
  });

  it('sends nothing that waited for consent once the visitor has declined or closed the chat', async () => {
    const { handle, screen, chat } = setup(GATED);
    handle.setOpen(true, true);
    const sent = handle.send('my order is late');
    handle.restart();
    handle.setOpen(false, false);
    await expect(sent).resolves.toBe('failed');
    handle.setOpen(true, true);
    (await screen.findByRole('button', { name: 'I consent and start chat' })).click();
    await screen.findByRole('textbox');
    expect(chat.calls).toEqual(['rest', 'start']);
  });

  it('asks for consent once per page', async () => {
    const { handle, screen, chat } = setup(GATED);
    handle.setOpen(true, false);
    (await screen.findByRole('button', { name: 'I consent and start chat' })).click();
    handle.setOpen(false, false);
    handle.setOpen(true, false);
    await screen.findByRole('textbox');
    expect(chat.calls).toEqual(['start', 'rest', 'start']);
  });

  it('asks for consent after a stored conversation has turned out to be gone', async () => {
    const { handle, screen, chat } = setup(GATED);
    Object.assign(chat, { isStored: () => false });
    handle.resume();
    handle.setOpen(true, false);
    await screen.findByRole('button', { name: 'I consent and start chat' });
    expect(chat.calls).toEqual([expect.stringMatching(/^resume/)]);
  });

  it('asks for no consent in a resumed conversation', () => {
    const { handle, screen, chat } = setup(GATED, true);
    handle.setOpen(true, false);
    expect([chat.calls, screen.getAllByRole('textbox').length]).toEqual([['start'], 1]);
  });
});

describe('the texts of the page', () => {
  it('shows the title and the greeting of the page instead of the site’s', async () => {
    const { chat, handle, screen } = setup(
      { ...CONFIG, welcome: { en: 'Hello', de: 'Hallo' } },
      false,
      {},
      undefined,
      { title: 'Ask Iris', welcome: 'Lamps\nAsk about this one.' },
    );
    handle.setOpen(true, false);
    chat.connection.value = 'online';
    const heading = await screen.findByRole('heading', { name: 'Lamps' });
    expect(heading.nextElementSibling?.textContent).toBe('Ask about this one.');
    expect(screen.getByRole('dialog', { name: 'Ask Iris' })).toBeTruthy();
  });
});

describe('the guard', () => {
  const CARD = 'My card: 4242 4242 4242 4242';

  it.each([
    ['mask', undefined, 'My card: ●●●● 4242'],
    ['mask', 'off', 'My card: ●●●● 4242'],
    ['warn', 'mask', 'My card: ●●●● 4242'],
    [undefined, 'mask', 'My card: ●●●● 4242'],
    [undefined, undefined, CARD],
    ['off', 'warn', CARD],
  ] as const)(
    'the guard of the site %j and of the page %j makes a message %j',
    async (guard, option, sent) => {
      let mask: ChatOptions['mask'];
      const createChat = (options: ChatOptions) => {
        ({ mask } = options);
        return createScriptedChat();
      };
      const { handle, mountPoint } = setup({ ...CONFIG, guard }, false, { createChat }, undefined, {
        guard: option,
      });
      handle.setOpen(true, false);
      handle.send('Hello');
      await vi.waitFor(() => expect(mountPoint.style.getPropertyValue('--_accent-contrast')).not.toBe(''));
      expect(mask?.(CARD)).toBe(sent);
    },
  );

  it('holds messages until the guard can mask them, and requests it again', async () => {
    let isBroken = true;
    const { handle, chat } = setup({ ...CONFIG, guard: 'mask' }, false, {
      importLazy: async () => {
        if (isBroken) throw new Error('unable to load');
        return restParts;
      },
    });
    handle.setOpen(true, false);
    handle.send('one');
    await new Promise((resolve) => setImmediate(resolve));
    const before = [...chat.calls];
    isBroken = false;
    handle.send('two');
    await vi.waitFor(() => expect(chat.calls).toContain('send two'));
    expect([before, chat.calls]).toEqual([['start'], ['start', 'send one', 'send two']]);
  });
});

describe('disclaimer and policies', () => {
  it('shows the disclaimer until the visitor has sent a message', async () => {
    const { handle, screen, chat } = setup({
      ...CONFIG,
      disclaimer: { show: 'until_first_message', text: { en: 'You talk to a machine.' } },
    });
    handle.setOpen(true, false);
    await screen.findByText('You talk to a machine.');
    chat.add(message({ id: 'm', author: 'user', text: 'Hi' }));
    await vi.waitFor(() => expect(screen.queryByText('You talk to a machine.')).toBe(null));
  });

  it('shows policies as links under the composer', async () => {
    const { handle, screen } = setup({
      ...CONFIG,
      policies: {
        place: 'composer',
        privacy_url: 'https://shop.example/privacy',
        terms_url: 'javascript:alert(1)',
      },
    });
    handle.setOpen(true, false);
    expect((await screen.findByRole('link')).textContent).toBe('Privacy policy (opens in a new tab)');
  });
});
