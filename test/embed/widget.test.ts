import { within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FoyerEventName } from '../../src/embed/api.ts';
import { nextTask } from '../../src/embed/next-task.ts';
import { useRare } from '../../src/embed/use-rare.ts';
import { createWidget } from '../../src/embed/widget.ts';
import type { MountOptions } from '../../src/widget/context/options.ts';
import { createScriptedPanel } from './support/scripted-panel.ts';

const NAMES: readonly FoyerEventName[] = [
  'ready',
  'open',
  'close',
  'connection',
  'handoff',
  'unread',
  'message',
  'error',
];

function setup(options: Partial<MountOptions> = {}) {
  const host = document.createElement('div');
  document.body.append(host);
  const panel = createScriptedPanel();
  const api = createWidget(host, { relay: 'https://relay.example', ...options }, panel.load, useRare);
  onTestFinished(() => api.destroy());
  const events: unknown[] = [];
  for (const name of NAMES) api.on(name, (detail) => events.push([name, detail]));
  const shadow = host.shadowRoot as ShadowRoot;
  const screen = within(shadow as unknown as HTMLElement);
  return { host, panel, api, events, shadow, screen, user: userEvent.setup({ document }) };
}

beforeEach(() => document.body.replaceChildren());

describe('the widget', () => {
  it('shows a launcher and loads nothing', () => {
    const { screen, panel, host } = setup();
    expect(screen.getByRole('button', { name: 'Open chat' })).toBeTruthy();
    expect([panel.calls, host.dataset.connection, host.dataset.handoff]).toEqual([[], 'idle', 'none']);
  });

  it('keeps the last answer of the page about the visitor for the panel without loading it', async () => {
    const { api, panel } = setup();
    const required = { sessionId: 'session-1', contextId: 'context-1' };
    api.onContextRequired(() => 'too early');
    api.onContextRequired(({ contextId }) => `token of ${contextId}`);
    const before = [...panel.calls];
    api.open();
    await panel.arrive();
    const answers = [await panel.context().onContextRequired(required)];
    api.onContextRequired(async () => 'later');
    answers.push(await panel.context().onContextRequired(required));
    expect([before, answers]).toEqual([[], ['token of context-1', 'later']]);
  });

  it('keeps the context of the page for the panel without loading it', async () => {
    const { api, panel } = setup();
    api.setContext({ order: 1 });
    api.setContext({ order: 2 });
    const before = [...panel.calls];
    api.open();
    await panel.arrive();
    expect([before, panel.context().pageContext()]).toEqual([[], { order: 2 }]);
  });

  it('tells the page when the panel is open', async () => {
    const { api, panel } = setup();
    const opened = api.open();
    await panel.arrive();
    expect([await opened, await api.open()]).toEqual([true, true]);
  });

  it('tells the page that the panel does not open: it fails to load, is closed before, or is removed', async () => {
    const { api, panel } = setup();
    const failing = api.open();
    await panel.fail();
    const closing = api.open();
    api.close();
    const leaving = api.open();
    api.destroy();
    expect([await failing, await closing, await leaving]).toEqual([false, false, false]);
  });

  it('tells the page what became of its text', async () => {
    const { api, panel } = setup();
    const sent = api.send('Hello');
    await panel.arrive();
    expect(await sent).toBe('sent');
  });

  it('lets listeners of the API and of the page object to an event', async () => {
    const { api, panel, host } = setup();
    api.open();
    await panel.arrive();
    const { emit } = panel.context();
    const asked = [emit('before-send', { text: 'a' })];
    const off = api.on('before-send', ({ text }) => text !== 'a');
    asked.push(emit('before-send', { text: 'a' }), emit('before-send', { text: 'b' }));
    off();
    host.addEventListener('foyer:before-send', (event) => event.preventDefault());
    asked.push(emit('before-send', { text: 'b' }));
    expect(asked).toEqual([true, false, true, false]);
  });

  it('answers nothing about the visitor by default', async () => {
    const { api, panel } = setup();
    api.open();
    await panel.arrive();
    const required = { sessionId: 'session-1', contextId: 'context-1' };
    expect(await panel.context().onContextRequired(required)).toBeNull();
  });

  it('loads the panel once, when the launcher is hovered or focused', async () => {
    const { screen, panel, user } = setup();
    const launcher = screen.getByRole('button');
    await user.hover(launcher);
    launcher.focus();
    expect(panel.calls).toEqual(['load 0']);
  });

  it('opens on a click, moves the focus into the panel, and closes on the next click', async () => {
    const { screen, panel, user, events, api } = setup();
    const launcher = screen.getByRole('button');
    await user.click(launcher);
    expect(api.state.isOpen).toBe(false);
    await panel.arrive();
    expect(panel.calls).toEqual(['load 0', 'open true true']);
    expect([launcher.getAttribute('aria-expanded'), api.state.isOpen]).toEqual(['true', true]);
    await user.click(launcher);
    expect([launcher.getAttribute('aria-expanded'), api.state.isOpen]).toEqual(['false', false]);
    expect(events).toEqual([
      ['ready', { version: expect.any(String) }],
      ['open', {}],
      ['close', {}],
    ]);
  });

  it('mounts and opens the panel in separate tasks, so that the page can react in between', async () => {
    const { panel, api } = setup();
    api.open();
    void panel.arrive();
    const seen: unknown[] = [];
    for (let task = 0; task < 2; task++) {
      await nextTask();
      seen.push([panel.isMounted(), api.state.isOpen]);
    }
    expect(seen).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  it('mounts no panel after destroy()', async () => {
    const { panel, api } = setup();
    api.open();
    const arrived = panel.arrive();
    api.destroy();
    await arrived;
    expect([panel.calls, panel.isMounted()]).toEqual([['load 0'], false]);
  });

  it('returns the focus to the launcher when the visitor closes the panel', async () => {
    const { panel, user, screen, shadow, events } = setup();
    await user.click(screen.getByRole('button'));
    await panel.arrive();
    panel.context().close();
    expect(panel.calls.at(-1)).toBe('open false false');
    expect(shadow.activeElement?.getAttribute('aria-label')).toBe('Open chat');
    expect(events.at(-1)).toEqual(['close', {}]);
  });

  it('makes early calls in order once the panel has loaded', async () => {
    const { panel, api } = setup();
    api.send('hello');
    api.send('again');
    api.restart();
    await panel.arrive();
    expect(panel.calls).toEqual(['load 0', 'open true true', 'send hello', 'send again', 'restart']);
  });

  it('stays closed if it was closed while the panel was loading', async () => {
    const { panel, api } = setup();
    api.open();
    api.close();
    await panel.arrive();
    expect(panel.calls).toEqual(['load 0']);
  });

  it('toggles the panel, even while it is loading', async () => {
    const { panel, api } = setup();
    api.toggle();
    api.toggle();
    api.toggle();
    await panel.arrive();
    expect(api.state.isOpen).toBe(true);
    api.toggle();
    expect(api.state.isOpen).toBe(false);
  });

  it('marks the launcher in every language if the panel cannot be loaded, and tries again on a click', async () => {
    const { screen, panel, user, events, api } = setup({ locale: 'de' });
    await user.click(screen.getByRole('button'));
    await panel.fail();
    expect(screen.getByRole('button', { name: 'Chat ⚠' })).toBeTruthy();
    expect(events.at(-1)).toEqual(['error', { code: 'panel_unavailable' }]);
    await user.click(screen.getByRole('button'));
    await panel.arrive();
    expect(panel.calls).toEqual(['load 0', 'load 1', 'open true true']);
    expect(api.state.isOpen).toBe(true);
  });

  it('tries a failed load again on a click, not on hover', async () => {
    const { screen, panel, user } = setup();
    await user.click(screen.getByRole('button'));
    await panel.fail();
    await user.unhover(screen.getByRole('button'));
    await user.hover(screen.getByRole('button'));
    expect(panel.calls).toEqual(['load 0']);
    expect(screen.getByRole('button', { name: 'Open chat ⚠' })).toBeTruthy();
  });

  it('hides a failed load that the visitor has not requested', async () => {
    const { screen, panel, user } = setup();
    await user.hover(screen.getByRole('button'));
    await panel.fail();
    expect(screen.getByRole('button', { name: 'Open chat' })).toBeTruthy();
    await user.click(screen.getByRole('button'));
    expect(panel.calls).toEqual(['load 0', 'load 1']);
  });

  it.each([{ container: '#chat' }, { showIcon: false, autoOpen: true }])(
    'shows the launcher with %j while the panel cannot be loaded',
    async (options) => {
      const { screen, shadow, panel, user } = setup(options);
      const launcher = shadow.querySelector<HTMLElement>('.launcher');
      await panel.fail();
      expect(launcher?.hidden).toBe(false);
      await user.click(screen.getByRole('button', { name: 'Open chat ⚠' }));
      await panel.arrive();
      expect([launcher?.hidden, panel.calls]).toEqual([true, ['load 0', 'load 1', 'open true true']]);
    },
  );

  it('names the launcher by a word of most languages, then as the panel requests', async () => {
    const { screen, panel, api } = setup({ locale: 'es-MX' });
    expect(screen.getByRole('button', { name: 'Chat' })).toBeTruthy();
    api.open();
    await panel.arrive();
    api.close();
    panel.context().nameLauncher('Abrir chat (2 sin leer)');
    panel.context().emit('unread', { count: 2 }, { unread: 2 });
    expect([
      screen.getByRole('button', { name: 'Abrir chat (2 sin leer)' }).hidden,
      api.state.unread,
    ]).toEqual([false, 2]);
  });

  it('passes calls to the panel in order once it has loaded', async () => {
    const { panel, api } = setup();
    api.setLocale('fr');
    api.setTheme({ accent: '#123456' });
    api.prompt({ text: 'Need a hand?' });
    api.animate('bounce', 900);
    await panel.arrive();
    expect(panel.calls).toEqual([
      'load 0',
      'setLocale fr',
      'setTheme {"accent":"#123456"}',
      'prompt Need a hand?',
      'animate bounce 900',
    ]);
  });

  it('updates state and host attributes, and emits frozen details', async () => {
    const { panel, api, host, events } = setup();
    api.open();
    await panel.arrive();
    panel.context().emit('connection', { status: 'online' }, { connection: 'online' });
    panel.context().emit('handoff', { status: 'live' }, { handoff: 'live' });
    expect([host.dataset.connection, host.dataset.handoff]).toEqual(['online', 'live']);
    expect(api.state).toEqual({
      isOpen: true,
      isVisible: true,
      unread: 0,
      connection: 'online',
      handoff: 'live',
    });
    expect([Object.isFrozen(api.state), Object.isFrozen((events.at(-1) as unknown[])[1])]).toEqual([
      true,
      true,
    ]);
  });

  it('calls no listener that has unsubscribed', async () => {
    const { api, panel, events } = setup();
    const received: unknown[] = [];
    const unsubscribe = api.on('connection', (detail) => received.push(detail));
    api.open();
    await panel.arrive();
    panel.context().emit('connection', { status: 'connecting' });
    unsubscribe();
    panel.context().emit('connection', { status: 'online' });
    expect(received).toEqual([{ status: 'connecting' }]);
    expect(events.at(-1)).toEqual(['connection', { status: 'online' }]);
  });

  it('hides and shows the whole widget', () => {
    const { api, shadow } = setup();
    const root = shadow.querySelector<HTMLElement>('.root');
    api.hide();
    expect([root?.hidden, api.state.isVisible]).toEqual([true, false]);
    api.show();
    expect([root?.hidden, api.state.isVisible]).toEqual([false, true]);
  });

  it.each([
    [{ showIcon: false }, true, []],
    [{ autoOpen: true }, false, ['load 0']],
    [{ container: '#chat' }, true, ['load 0']],
  ] as const)(
    'with %j the launcher is hidden (%s), and the panel gets the calls %j',
    (options, isHidden, calls) => {
      const { shadow, panel } = setup(options);
      expect([shadow.querySelector<HTMLElement>('.launcher')?.hidden, panel.calls]).toEqual([
        isHidden,
        calls,
      ]);
    },
  );

  it('leaves the focus where it is with autoOpen', async () => {
    const { panel } = setup({ autoOpen: true });
    await panel.arrive();
    expect(panel.calls).toEqual(['load 0', 'open true false']);
  });

  it('removes everything on destroy, and ignores later calls', async () => {
    const { panel, api, host, events, shadow } = setup();
    api.open();
    await panel.arrive();
    api.destroy();
    api.destroy();
    const before = events.length;
    api.open();
    api.send('x');
    api.restart();
    panel.context().emit('connection', { status: 'online' });
    expect(panel.calls).toEqual(['load 0', 'open true true', 'dispose']);
    expect([host.isConnected, shadow.childNodes.length, shadow.adoptedStyleSheets.length]).toEqual([
      false,
      0,
      0,
    ]);
    expect(events.length).toBe(before);
  });

  it.each([
    ['cannot be loaded', (it: ReturnType<typeof setup>) => it.panel.fail()],
    [
      'was closed and cannot be loaded',
      (it: ReturnType<typeof setup>) => {
        it.api.close();
        return it.panel.fail();
      },
    ],
    ['is destroyed', (it: ReturnType<typeof setup>) => it.api.destroy()],
  ])('settles the promises of a chat that %s', async (_, happen) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const it = setup();
    const promises = [it.api.open(), it.api.send('Hello')];
    await happen(it);
    expect(await Promise.all(promises)).toEqual([false, 'failed']);
  });

  it('sends nothing later that it has reported as failed', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { api, panel } = setup();
    const sent = api.send('Hello');
    await panel.fail();
    await sent;
    api.open();
    await panel.arrive();
    expect(panel.calls).toEqual(['load 0', 'load 1', 'open true true']);
  });

  it.each([
    ['cannot be loaded', (it: ReturnType<typeof setup>) => it.panel.fail()],
    ['is destroyed', (it: ReturnType<typeof setup>) => it.api.destroy()],
    ['never loads', () => {}],
  ])('no call of the API but open and send is waited for when the panel %s', async (_, happen) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const it = setup();
    const call = (): unknown[] => [
      it.api.close(),
      it.api.toggle(),
      it.api.show(),
      it.api.hide(),
      it.api.setContext({}),
      it.api.prompt({ text: 'Hello' }),
      it.api.animate('bounce'),
      it.api.setLocale('de'),
      it.api.setTheme({}),
      it.api.end(),
      it.api.restart(),
      it.api.onContextRequired(() => null),
    ];
    const before = call();
    await happen(it);
    const results = [...before, ...call(), it.api.destroy()];
    expect(results).toEqual(results.map(() => undefined));
  });

  it('settles the promises of calls after destroy()', async () => {
    const { api } = setup();
    api.destroy();
    expect(await Promise.all([api.open(), api.send('Hello')])).toEqual([false, 'failed']);
  });

  it('mounts no panel that loads after destroy()', async () => {
    const { panel, api } = setup();
    api.open();
    api.destroy();
    await panel.arrive();
    expect(() => panel.context()).toThrow('not mounted');
  });

  it('resumes a stored conversation on a page that is never idle', async () => {
    const due: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (action: () => void, options?: IdleRequestOptions) => {
      if (options?.timeout) due.push(action);
    });
    localStorage.setItem('foyer:https://relay.example', 'session-1');
    const { panel } = setup();
    for (const action of due) action();
    expect(panel.calls).toEqual(['load 0']);
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  describe.each([['with idle callbacks'], ['in Safari, which has none']])('%s', (browser) => {
    const idle: (() => void)[] = [];
    /** Runs what waits for an idle page. */
    const becomeIdle = async () => {
      await nextTask();
      for (const action of idle.splice(0)) action();
    };
    const show = (isHidden: boolean) => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    };

    beforeEach(() => {
      idle.length = 0;
      localStorage.clear();
      sessionStorage.clear();
      vi.stubGlobal(
        'requestIdleCallback',
        browser === 'with idle callbacks' ? (action: () => void) => idle.push(action) : undefined,
      );
    });
    afterEach(() => {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    });

    it('M-3.17: ends a stored conversation at once, without loading the panel', () => {
      const calls: unknown[] = [];
      vi.stubGlobal('fetch', async (url: string, { method, keepalive }: RequestInit) => {
        calls.push([url, method, keepalive]);
        return new Response(null, { status: 204 });
      });
      localStorage.setItem('foyer:https://relay.example', 'session-1');
      const { api, panel } = setup();
      const ends: unknown[] = [];
      api.on('session-end', (detail) => ends.push(detail));
      api.end();
      api.end();
      expect([localStorage.length, calls, ends, panel.calls]).toEqual([
        0,
        [['https://relay.example/chat/sessions/session-1', 'DELETE', true]],
        [{ sessionId: 'session-1', reason: 'user_end' }],
        [],
      ]);
    });

    describe('M-3.24: with a stored conversation', () => {
      const calls: unknown[] = [];
      beforeEach(() => {
        calls.length = 0;
        localStorage.setItem('foyer:https://relay.example', 'session-1');
        vi.stubGlobal('fetch', async (url: string, { method, credentials }: RequestInit) => {
          calls.push([method, url, credentials]);
          return new Response('{"session_id":"session-1"}');
        });
      });
      const RESUME = ['POST', 'https://relay.example/chat/sessions/session-1/resume', 'include'];

      it.each([
        ['by the visitor', {}],
        ['by itself', { autoOpen: true }],
      ])('asks the relay once, when it is opened %s, and gives the panel the answer', async (_, options) => {
        const { api, panel } = setup(options);
        void [api.open(), api.send('Hello')];
        await Promise.resolve();
        const before = [...calls];
        await panel.arrive();
        expect([before, await panel.context().earlyResume, calls]).toEqual([
          [RESUME],
          { session_id: 'session-1' },
          [RESUME],
        ]);
      });

      it('asks nothing when the panel has been loaded', async () => {
        const { api, panel, screen, user } = setup();
        await user.hover(screen.getByRole('button'));
        await panel.arrive();
        api.open();
        await Promise.resolve();
        expect(calls).toEqual([]);
      });

      it.each(['', '../../config', 'a b', 'x'.repeat(129)])('asks nothing about %j', async (text) => {
        localStorage.setItem('foyer:https://relay.example', text);
        const { api, panel } = setup();
        api.open();
        await panel.arrive();
        expect([calls, panel.context().earlyResume]).toEqual([[], undefined]);
      });

      it('asks nothing before its container is in the page', async () => {
        const { host, api } = setup();
        host.remove();
        api.open();
        await Promise.resolve();
        expect(calls).toEqual([]);
      });

      it('drops the answer if it was closed before the panel came', async () => {
        const { api, panel } = setup();
        api.open();
        await Promise.resolve();
        api.close();
        await panel.arrive();
        expect([calls, panel.context().earlyResume]).toEqual([[RESUME], false]);
      });

      it('opens without an answer', async () => {
        vi.stubGlobal('fetch', async () => {
          throw new TypeError('network');
        });
        const { api, panel } = setup();
        api.open();
        await panel.arrive();
        expect([panel.calls.includes('open true true'), await panel.context().earlyResume]).toEqual([
          true,
          undefined,
        ]);
      });
    });

    it('M-3.17: ends what waits for the panel, in order', async () => {
      const { api, panel } = setup();
      api.open();
      api.end();
      await panel.arrive();
      expect(panel.calls).toEqual(['load 0', 'open true true', 'end']);
    });

    it('loads the panel of a stored conversation when the page is idle, and resumes it closed', async () => {
      localStorage.setItem('foyer:https://relay.example', 'session-1');
      const { panel, api, screen } = setup({ relay: 'https://relay.example/below' });
      expect(panel.calls).toEqual([]);
      await becomeIdle();
      await panel.arrive();
      expect([panel.calls, api.state.isOpen]).toEqual([['load 0', 'resume'], false]);
      expect(screen.getByRole('button', { name: 'Open chat' })).toBeTruthy();
    });

    it('loads nothing after destroy()', async () => {
      localStorage.setItem('foyer:https://relay.example', 'session-1');
      const { panel, api } = setup();
      api.destroy();
      await becomeIdle();
      expect(panel.calls).toEqual([]);
    });

    it('waits until the page is visible', async () => {
      localStorage.setItem('foyer:https://relay.example', 'session-1');
      show(true);
      const { panel } = setup();
      await becomeIdle();
      expect(panel.calls).toEqual([]);
      show(false);
      await becomeIdle();
      expect(panel.calls).toEqual(['load 0']);
    });

    it.each([[{ autoOpen: true }], [{ container: '#chat' }]])(
      'M-3.19: opens with %j once a hidden or prerendered page is visible, and once only',
      async (options) => {
        show(true);
        const { panel, api } = setup(options);
        await becomeIdle();
        const hidden = [...panel.calls];
        show(false);
        await panel.arrive();
        api.close();
        show(true);
        show(false);
        await becomeIdle();
        expect([hidden, panel.calls]).toEqual([[], ['load 0', 'open true false', 'open false false']]);
      },
    );

    it.each(['tab', 'browser'] as const)('M-3.20: end() forgets the session of a %s', async (remember) => {
      const storage = remember === 'tab' ? sessionStorage : localStorage;
      storage.setItem('foyer:https://relay.example', 'session-1');
      const calls: string[] = [];
      vi.stubGlobal('fetch', async (url: string) => {
        calls.push(url);
        return new Response(null, { status: 204 });
      });
      setup({ remember }).api.end();
      expect([storage.length, calls]).toEqual([0, ['https://relay.example/chat/sessions/session-1']]);
    });

    it.each([
      [{}, false],
      [{ autoOpen: true }, true],
    ])('with %j and a launcher that appears later, it appears at once: %s', (options, appears) => {
      const host = document.createElement('div');
      document.body.append(host);
      const site = { launcher: { appears: 'later' } };
      const panel = createScriptedPanel();
      const api = createWidget(
        host,
        { relay: 'https://relay.example', ...options },
        panel.load,
        useRare,
        site,
      );
      onTestFinished(() => api.destroy());
      expect(host.shadowRoot?.querySelector('.later > .launcher') === null).toBe(appears);
    });

    it('M-3.19: stays closed when the page is shown after destroy()', async () => {
      show(true);
      const { panel, api } = setup({ autoOpen: true });
      api.destroy();
      show(false);
      await becomeIdle();
      expect(panel.calls).toEqual([]);
    });

    it.each([
      ['nothing is stored', () => {}],
      ['another relay has stored something', () => localStorage.setItem('foyer:https://other.example', 's')],
      ['an empty text is stored', () => localStorage.setItem('foyer:https://relay.example', '')],
      [
        'storage is blocked',
        () =>
          vi.stubGlobal(
            'localStorage',
            new Proxy(
              {},
              {
                get() {
                  throw new DOMException('blocked', 'SecurityError');
                },
              },
            ),
          ),
      ],
    ])('loads nothing if %s', async (_, prepare) => {
      prepare();
      const { panel } = setup();
      await becomeIdle();
      expect(panel.calls).toEqual([]);
    });

    it.each([
      ['browser', 'localStorage', ['load 0']],
      ['tab', 'sessionStorage', ['load 0']],
      ['tab', 'localStorage', []],
      ['page', 'localStorage', []],
      ['page', 'sessionStorage', []],
    ] as const)('M-3.20: with remember %s, a session in %s gives %o', async (remember, storage, calls) => {
      globalThis[storage].setItem('foyer:https://relay.example', 'session-1');
      const { panel } = setup({ remember });
      await becomeIdle();
      expect(panel.calls).toEqual(calls);
    });

    it('reads the storage of the page only when the page is idle, because that can block it', async () => {
      const looked: string[] = [];
      const storage = new Proxy({}, { get: (_, key) => void looked.push(String(key)) });
      vi.stubGlobal('localStorage', storage);
      setup();
      expect(looked).toEqual([]);
      await becomeIdle();
      expect(looked).toEqual(['foyer:https://relay.example']);
    });
  });
});
