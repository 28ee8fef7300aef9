import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineElement, type FoyerElement, place } from '../../src/embed/element.ts';
import { markupElement } from '../../src/embed/markup-element.ts';
import { useRare } from '../../src/embed/use-rare.ts';
import { createScriptedPanel } from './support/scripted-panel.ts';

const panel = createScriptedPanel();
const launcherOf = (chat: FoyerElement) => chat.shadowRoot?.querySelector<HTMLElement>('.launcher');
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

function element(attributes: Record<string, string>): FoyerElement {
  const created = document.createElement('foyer-chat') as FoyerElement;
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  document.body.append(created);
  return created;
}

beforeAll(() => {
  defineElement(markupElement(panel.load, useRare));
  defineElement(markupElement(panel.load, useRare));
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const chat of document.querySelectorAll('foyer-chat')) chat.stop();
  document.body.replaceChildren();
});

describe('<foyer-chat>', () => {
  it('starts with its attributes when it is added to the page', () => {
    const chat = element({ relay: 'https://relay.example', 'show-icon': 'false' });
    expect(launcherOf(chat)?.hidden).toBe(true);
    expect(chat.foyer?.state.isOpen).toBe(false);
  });

  it('names the attributes that it cannot read at once, before anybody opens the chat', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const chat = element({
      relay: 'https://relay.example',
      position: 'top',
      'z-index': 'high',
      class: 'big',
    });
    await vi.waitFor(() => expect(warned).toHaveBeenCalled());
    expect([warned.mock.calls, chat.foyer?.state.isOpen]).toEqual([
      [
        [
          'foyer: options are ignored: position="top" is not bottom-right or bottom-left; z-index="high" is not an integer',
        ],
      ],
      false,
    ]);
  });

  it('stays empty without a relay that it can use, and says so', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    expect([element({}).foyer, element({ relay: 'http://relay.example' }).foyer]).toEqual([null, null]);
    expect(warned.mock.calls).toEqual([
      [
        'foyer:',
        'relay="http://relay.example" is not an https URL (http only on localhost), so there is no chat',
      ],
    ]);
  });

  it('starts when it gets its relay after it was added, with the attributes set by then', async () => {
    const chat = element({});
    chat.setAttribute('relay', 'https://relay.example');
    chat.setAttribute('show-icon', 'false');
    expect(chat.foyer).toBeNull();
    await settled();
    expect(launcherOf(chat)?.hidden).toBe(true);
  });

  it('begins again with a new attribute where it is, closed or open as before', async () => {
    const next = document.createElement('p');
    const chat = element({ relay: 'https://relay.example' });
    document.body.append(next);
    const { foyer } = chat;
    chat.setAttribute('show-icon', 'false');
    await settled();
    expect([chat.foyer === foyer, launcherOf(chat)?.hidden, chat.nextElementSibling]).toEqual([
      false,
      true,
      next,
    ]);
    chat.foyer?.open();
    await panel.arrive();
    chat.setAttribute('relay', 'https://other.example');
    await settled();
    await panel.arrive();
    expect([chat.foyer?.state.isOpen, panel.context().options.relay]).toEqual([
      true,
      'https://other.example',
    ]);
    chat.removeAttribute('relay');
    await settled();
    expect([chat.foyer, chat.isConnected]).toEqual([null, true]);
  });

  it('takes a new locale and new colours over without a new beginning once it is open', async () => {
    const chat = element({ relay: 'https://relay.example', 'color-scheme': 'dark' });
    const { foyer } = chat;
    foyer?.open();
    await panel.arrive();
    panel.calls.length = 0;
    chat.setAttribute('locale', 'fr');
    chat.setAttribute('accent', '#2f5d4e');
    chat.removeAttribute('color-scheme');
    await settled();
    expect(chat.foyer).toBe(foyer);
    expect(panel.calls).toEqual(['setLocale fr', 'setTheme {"accent":"#2f5d4e","color-scheme":""}']);
  });

  it('ignores attributes when a script has started it', async () => {
    const api = place({ relay: 'https://relay.example' }, useRare);
    const chat = document.querySelector('foyer-chat');
    chat?.setAttribute('relay', 'https://other.example');
    await settled();
    expect(chat?.foyer).toBe(api);
    api.destroy();
  });

  it('fires the events of the API as DOM events that leave shadow roots', async () => {
    const box = document.createElement('div');
    const seen: unknown[] = [];
    document.body.addEventListener('foyer:ready', ({ detail }) => seen.push(detail));
    const chat = document.createElement('foyer-chat');
    chat.setAttribute('relay', 'https://relay.example');
    box.attachShadow({ mode: 'open' }).append(chat);
    document.body.append(box);
    await settled();
    expect(seen).toEqual([{ version: chat.foyer?.version }]);
  });

  it('survives a move, and is destroyed on removal', async () => {
    const chat = element({ relay: 'https://relay.example' });
    const { foyer } = chat;
    const corner = document.createElement('div');
    document.body.append(corner);
    corner.append(chat);
    await settled();
    expect([chat.foyer, chat.shadowRoot?.childElementCount]).toEqual([foyer, 1]);
    chat.remove();
    await settled();
    expect([chat.foyer, chat.shadowRoot?.childElementCount]).toEqual([null, 0]);
  });

  it('starts again when it is added again', async () => {
    const chat = element({ relay: 'https://relay.example' });
    chat.remove();
    await settled();
    document.body.append(chat);
    expect([chat.foyer?.state.isVisible, chat.shadowRoot?.childElementCount]).toEqual([true, 1]);
  });

  it('places the chat beside the body, or in the container of the options', () => {
    const api = place({ relay: 'https://relay.example' }, useRare);
    expect(document.documentElement.lastElementChild?.localName).toBe('foyer-chat');
    api.destroy();
    const corner = document.createElement('div');
    corner.id = 'corner';
    document.body.append(corner);
    const inline = place({ relay: 'https://relay.example', container: '#corner' }, useRare);
    expect(corner.firstElementChild?.localName).toBe('foyer-chat');
    inline.destroy();
  });

  it('rejects a relay that is not https', () => {
    expect(() => place({ relay: 'http://relay.example' }, useRare)).toThrow(TypeError);
  });

  it('names a missing container and waits for it, without loading the panel', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    panel.calls.length = 0;
    const api = place({ relay: 'https://relay.example', container: '.help' }, useRare);
    void api.send('Hello');
    await vi.waitFor(() => expect(warned.mock.calls).toEqual([['foyer:', 'no element matches .help']]));
    const box = document.createElement('div');
    document.body.append(box);
    expect([panel.calls, document.querySelector('foyer-chat')]).toEqual([[], null]);
    box.className = 'help';
    await vi.waitFor(() => expect(box.firstElementChild?.localName).toBe('foyer-chat'));
    await panel.arrive();
    expect([panel.calls, warned.mock.calls.length]).toEqual([['load 0', 'open true true', 'send Hello'], 1]);
    api.destroy();
  });

  it('comes back beside the body, or to its container, when something has taken it out', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    for (const container of [undefined, '#help']) {
      document.body.innerHTML = '<div id="help"></div>';
      const api = place({ relay: 'https://relay.example', container }, useRare);
      const chat = document.querySelector('foyer-chat');
      const box = chat?.parentElement;
      chat?.remove();
      box?.replaceChildren(...box.childNodes);
      await vi.waitFor(() => expect([chat?.parentElement, chat?.foyer]).toEqual([box, api]));
      api.destroy();
    }
    expect(warned.mock.calls).toEqual([]);
  });

  it('stays away after destroy()', async () => {
    const api = place({ relay: 'https://relay.example' }, useRare);
    const other = place({ relay: 'https://relay.example', container: '#later' }, useRare);
    const chats = () => document.querySelectorAll('foyer-chat').length;
    vi.spyOn(console, 'warn').mockReturnValue();
    document.querySelector('foyer-chat')?.remove();
    api.destroy();
    other.destroy();
    document.body.innerHTML = '<div id="later"></div>';
    const last = place({ relay: 'https://relay.example' }, useRare);
    document.querySelector('foyer-chat')?.remove();
    await vi.waitFor(() => expect(chats()).toBe(1));
    last.destroy();
    expect(chats()).toBe(0);
  });

  it('ends when the document is written anew and loses every listener', async () => {
    const api = place({ relay: 'https://relay.example' }, useRare);
    const chat = document.querySelector('foyer-chat');
    if (chat) chat.onabort = null;
    chat?.remove();
    await settled();
    expect([chat?.foyer, chat?.shadowRoot?.childElementCount, api.state.isOpen]).toEqual([null, 0, false]);
  });
});
