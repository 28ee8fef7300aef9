import { within } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchConfig } from '../../src/embed/fetch-config.ts';
import { type Making, mountPanel } from '../../src/embed/panel.ts';
import * as extras from '../../src/widget/extras.ts';
import * as occasional from '../../src/widget/occasional.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createScriptedChat, message } from '../widget/support/scripted-chat.ts';

function setup(config?: unknown, isStored = false, parts: Partial<Making> = {}) {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const stage = document.createElement('div');
  shadow.append(stage);
  document.body.append(host);
  const chat = { ...createScriptedChat(), isStored: () => isStored };
  const clock = createFakeClock();
  const heard: unknown[] = [];
  const names: string[] = [];
  const launcher = document.createElement('button');
  const handle = mountPanel(
    {
      host,
      stage,
      options: { relay: 'https://relay.example', accent: '#ffd60a' },
      config,
      launcher,
      nameLauncher: (name) => names.push(name),
      emit: (name, detail) => heard.push([name, detail]),
      open: () => {},
      close: () => {},
    },
    {
      createChat: () => chat,
      clock,
      fetchConfig,
      loadExtras: async () => extras,
      loadOccasional: async () => occasional,
      ...parts,
    },
  );
  return { host, stage, chat, clock, heard, names, launcher, handle, screen: within(stage) };
}

afterEach(() => vi.unstubAllGlobals());

const CONFIG = { header: { text: 'Northwind' }, default_locale: 'en' };

describe('the panel and the page', () => {
  it('starts the conversation when it opens, and lets it rest while it is closed', () => {
    const { chat, handle } = setup(CONFIG);
    expect(chat.asked).toEqual([]);
    handle.setOpen(true, false);
    handle.setOpen(false, false);
    handle.setOpen(true, false);
    expect(chat.asked).toEqual(['start', 'rest', 'start']);
  });

  it('draws nothing while it is closed, and keeps the draft', async () => {
    const { handle, screen, stage } = setup(CONFIG);
    expect(stage.childElementCount).toBe(0);
    handle.setOpen(true, false);
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    field.value = 'half a thought';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    handle.setOpen(false, false);
    expect(stage.childElementCount).toBe(0);
    handle.setOpen(true, false);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('half a thought');
  });

  it('asks the relay for its configuration when none came with the script', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push([url, init.credentials]);
      return new Response(JSON.stringify(CONFIG));
    });
    const { handle, screen } = setup();
    expect(asked).toEqual([]);
    handle.setOpen(true, false);
    expect(await screen.findByRole('dialog', { name: 'Northwind' })).toBeTruthy();
    expect(asked).toEqual([['https://relay.example/chat/config', 'include']]);
  });

  it('works with neutral words where the configuration cannot be read', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"header":7}'));
    const { handle, screen } = setup();
    handle.setOpen(true, false);
    expect(await screen.findByRole('dialog', { name: 'Chat with us' })).toBeTruthy();
  });

  it('asks four times for a configuration that does not come, and begins without one then', async () => {
    let asked = 0;
    vi.stubGlobal('fetch', async () => {
      asked += 1;
      return asked % 2 ? new Response('<html>') : new Response('', { status: 503 });
    });
    const { handle, chat, clock } = setup();
    handle.setOpen(true, false);
    for (let call = 1; call <= 4; call++) {
      await vi.waitFor(() => expect(clock.waiting()).toBe(1));
      expect([asked, chat.asked]).toEqual([call, []]);
      clock.advance(1_000);
    }
    await vi.waitFor(() => expect(chat.asked).toEqual(['start']));
    expect(asked).toBe(4);
  });

  it('keeps text on the accent readable', async () => {
    const { stage, chat } = setup(CONFIG);
    chat.connection.value = 'online';
    await Promise.resolve();
    expect(stage.style.getPropertyValue('--_on-accent')).toBe('rgb(0,0,0)');
  });

  it('takes a theme from the page, which then goes before the options', async () => {
    const { host, stage, chat, launcher, handle } = setup(CONFIG);
    chat.connection.value = 'online';
    await vi.waitFor(() => expect(stage.style.getPropertyValue('--_accent')).toBe('rgb(255,214,10)'));
    handle.setTheme({ accent: '#123456', radius: '4px' });
    expect([
      host.style.getPropertyValue('--foyer-radius'),
      stage.style.getPropertyValue('--_accent'),
      launcher.style.getPropertyValue('--_accent'),
    ]).toEqual(['4px', 'rgb(18,52,86)', '#123456']);
    handle.setTheme({ accent: '' });
    expect([stage.style.getPropertyValue('--_accent'), launcher.style.getPropertyValue('--_accent')]).toEqual(
      ['rgb(255,214,10)', ''],
    );
  });

  it('is usable in plain text when what comes later cannot be loaded, and asks for it again when back online', async () => {
    let asked = 0;
    const host = document.createElement('div');
    const stage = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    const chat = createScriptedChat();
    const handle = mountPanel(
      {
        host,
        stage,
        options: { relay: 'https://relay.example' },
        config: CONFIG,
        launcher: document.createElement('button'),
        nameLauncher: () => {},
        emit: () => {},
        open: () => {},
        close: () => {},
      },
      {
        createChat: () => chat,
        clock: createFakeClock(),
        fetchConfig,
        loadExtras: async () => {
          asked += 1;
          throw new Error('offline');
        },
        loadOccasional: async () => occasional,
      },
    );
    handle.setOpen(true, false);
    chat.connection.value = 'online';
    await Promise.resolve();
    chat.connection.value = 'reconnecting';
    chat.connection.value = 'online';
    expect([asked, within(stage).getByRole('textbox').getAttribute('aria-label')]).toEqual([2, 'Message']);
    handle.dispose();
  });

  it('loads cards with the first message that brings some, and asks again when the connection is back', async () => {
    let asked = 0;
    const { chat, handle, screen } = setup(CONFIG, false, {
      async loadOccasional() {
        asked += 1;
        if (asked === 1) throw new Error('offline');
        return occasional;
      },
    });
    handle.setOpen(true, false);
    chat.add(message({ id: 'a', author: 'agent', text: 'Hello' }));
    expect((await screen.findAllByRole('button', { name: 'Menu' })).length).toBe(1);
    expect(asked).toBe(0);
    const attachments = [
      { contentType: 'url', contentUrl: 'https://shop.example/tea', title: 'Tea' } as const,
    ];
    chat.add(message({ id: 'b', author: 'agent', text: 'Look', attachments }));
    await vi.waitFor(() => expect(asked).toBe(1));
    chat.connection.value = 'reconnecting';
    await screen.findByText('The connection was lost. Reconnecting…');
    chat.connection.value = 'online';
    const card = await screen.findByRole('link', { name: /Tea/ });
    expect([asked, card.getAttribute('href')]).toEqual([2, 'https://shop.example/tea']);
  });

  it('loads the menu when it is opened, and gives it the focus when it is there', async () => {
    let arrive = () => {};
    const { handle, screen, stage, chat } = setup(CONFIG, false, {
      loadOccasional: () =>
        new Promise((resolve) => {
          arrive = () => resolve(occasional);
        }),
    });
    chat.connection.value = 'online';
    handle.setOpen(true, false);
    const button = await screen.findByRole('button', { name: 'Menu' });
    button.click();
    await vi.waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('true'));
    expect(screen.queryByRole('menu')).toBe(null);
    arrive();
    const [first] = await screen.findAllByRole('menuitem');
    await vi.waitFor(() => expect((stage.getRootNode() as ShadowRoot).activeElement).toBe(first));
  });

  it('counts what came while it was closed', () => {
    const { chat, handle, heard } = setup(CONFIG);
    chat.emit('message', message({ id: 'a', author: 'agent', text: 'hi' }));
    chat.emit('message', message({ id: 'u', author: 'user', text: 'hi' }));
    handle.setOpen(true, false);
    chat.emit('message', message({ id: 'b', author: 'agent', text: 'hi' }));
    expect(heard.filter((it) => (it as unknown[])[0] === 'unread')).toEqual([
      ['unread', { count: 1 }],
      ['unread', { count: 0 }],
    ]);
  });

  it('tells the page what happens in the conversation', () => {
    const { chat, heard } = setup(CONFIG);
    chat.connection.value = 'connecting';
    chat.handoff.value = 'requested';
    chat.language.value = 'fr';
    chat.trouble.value = { code: 'unreachable', canRetry: true };
    chat.trouble.value = null;
    chat.emit('sessionStart', { sessionId: 's', resumed: false });
    chat.emit('clientHandoffRequired', { reason: 'POLICY' });
    chat.emit('message', message({ id: 'u', author: 'user', text: 'hi', delivery: 'sent' }));
    chat.emit('sessionEnd', { sessionId: 's', reason: 'user_end' });
    expect(heard).toEqual([
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

  it('leaves nothing after it is disposed of', () => {
    const { chat, handle, heard, stage } = setup(CONFIG);
    handle.setOpen(true, false);
    handle.dispose();
    chat.connection.value = 'failed';
    chat.emit('message', message({ id: 'a', author: 'agent', text: 'hi' }));
    expect([stage.childElementCount, heard, chat.asked]).toEqual([0, [], ['start', 'dispose']]);
  });
});

describe('consent', () => {
  const GATED = {
    ...CONFIG,
    consent: { required: true, text: { en: 'We **record** this chat.', de: 'Wir zeichnen auf.' } },
    policies: { privacy_url: 'https://shop.example/privacy' },
  };

  it('is asked for before anything is sent, and what the page has sent meanwhile waits for it', async () => {
    const { handle, screen, chat } = setup(GATED);
    handle.setOpen(true, true);
    handle.send('Hello');
    handle.restart();
    const button = await screen.findByRole('button', { name: 'I consent and start chat' });
    expect({
      asked: chat.asked,
      fields: screen.queryAllByRole('textbox').length,
      text: screen.getByText('record').tagName,
      link: screen.getByRole<HTMLAnchorElement>('link').href,
    }).toEqual({ asked: [], fields: 0, text: 'STRONG', link: 'https://shop.example/privacy' });
    button.click();
    await screen.findByRole('textbox');
    expect(chat.asked).toEqual(['start', 'send Hello', 'restart']);
  });

  it('is not asked for twice on one page', async () => {
    const { handle, screen, chat } = setup(GATED);
    handle.setOpen(true, false);
    (await screen.findByRole('button', { name: 'I consent and start chat' })).click();
    handle.setOpen(false, false);
    handle.setOpen(true, false);
    await screen.findByRole('textbox');
    expect(chat.asked).toEqual(['start', 'rest', 'start']);
  });

  it('was given for a conversation that is resumed', () => {
    const { handle, screen, chat } = setup(GATED, true);
    handle.setOpen(true, false);
    expect([chat.asked, screen.getAllByRole('textbox').length]).toEqual([['start'], 1]);
  });
});

describe('what a site discloses', () => {
  it('stands above the conversation, until the visitor has spoken where the site wants it so', async () => {
    const { handle, screen, chat } = setup({
      ...CONFIG,
      disclaimer: { show: 'until_first_message', text: { en: 'You talk to a machine.' } },
    });
    handle.setOpen(true, false);
    await screen.findByText('You talk to a machine.');
    chat.transcript.value = [message({ id: 'm', author: 'user', text: 'Hi' })];
    await vi.waitFor(() => expect(screen.queryByText('You talk to a machine.')).toBe(null));
  });

  it('are links under the composer where the site wants them there', async () => {
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
