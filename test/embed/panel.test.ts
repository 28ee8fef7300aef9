import { within } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountPanel } from '../../src/embed/panel.ts';
import * as extras from '../../src/widget/extras.ts';
import { createScriptedChat, message } from '../widget/support/scripted-chat.ts';

function setup(config?: unknown) {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const stage = document.createElement('div');
  shadow.append(stage);
  document.body.append(host);
  const chat = createScriptedChat();
  const heard: unknown[] = [];
  const handle = mountPanel(
    {
      host,
      stage,
      options: { relay: 'https://relay.example', accent: '#ffd60a' },
      config,
      emit: (name, detail) => heard.push([name, detail]),
      close: () => {},
    },
    () => chat,
    async () => extras,
  );
  return { stage, chat, heard, handle, screen: within(stage) };
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

  it.each([undefined, { header: 7 }])(
    'works with neutral words where the configuration is %j',
    async (answer) => {
      vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer) ?? '<html>'));
      const { handle, screen } = setup();
      handle.setOpen(true, false);
      expect(await screen.findByRole('dialog', { name: 'Chat with us' })).toBeTruthy();
    },
  );

  it('keeps text on the accent readable', async () => {
    const { stage, chat } = setup(CONFIG);
    chat.connection.value = 'online';
    await Promise.resolve();
    expect(stage.style.getPropertyValue('--_on-accent')).toBe('rgb(0,0,0)');
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
        emit: () => {},
        close: () => {},
      },
      () => chat,
      async () => {
        asked += 1;
        throw new Error('offline');
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
