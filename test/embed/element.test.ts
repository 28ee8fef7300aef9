import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineElement, type FoyerElement, place } from '../../src/embed/element.ts';
import { beginFromMarkup } from '../../src/embed/markup.ts';
import { createScriptedPanel } from './support/panel-port.ts';

const panel = createScriptedPanel();
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

function element(attributes: Record<string, string>): FoyerElement {
  const made = document.createElement('foyer-chat') as FoyerElement;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  document.body.append(made);
  return made;
}

beforeAll(() => {
  defineElement(panel.load, beginFromMarkup);
  defineElement(panel.load, beginFromMarkup);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('<foyer-chat>', () => {
  it('begins with its attributes when it comes into the page', () => {
    const chat = element({ relay: 'https://relay.example', 'show-icon': 'false' });
    expect(chat.shadowRoot?.querySelector<HTMLElement>('.launcher')?.hidden).toBe(true);
    expect(chat.foyer?.state.isOpen).toBe(false);
  });

  it('names the attributes it left out, once', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    element({ relay: 'https://relay.example', position: 'top', 'z-index': 'high' });
    expect(warned.mock.calls).toEqual([['foyer: left out position="top", z-index="high"']]);
  });

  it('stays empty without a relay', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    expect([element({}).foyer, element({ relay: 'http://relay.example' }).foyer]).toEqual([null, null]);
    expect(warned).toHaveBeenCalledTimes(1);
  });

  it('survives being moved, and ends when it is taken out', async () => {
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

  it('begins anew when it comes back', async () => {
    const chat = element({ relay: 'https://relay.example' });
    chat.remove();
    await settled();
    document.body.append(chat);
    expect([chat.foyer?.state.isVisible, chat.shadowRoot?.childElementCount]).toEqual([true, 1]);
  });

  it('stands beside the body, whose content comes and goes, or in the container that the page names', () => {
    const api = place({ relay: 'https://relay.example' });
    expect(document.documentElement.lastElementChild?.localName).toBe('foyer-chat');
    api.destroy();
    const corner = document.createElement('div');
    corner.id = 'corner';
    document.body.append(corner);
    place({ relay: 'https://relay.example', container: '#corner' });
    expect(corner.firstElementChild?.localName).toBe('foyer-chat');
  });

  it('refuses a relay that is not https', () => {
    expect(() => place({ relay: 'http://relay.example' })).toThrow(TypeError);
  });

  it('says that a container is missing, and leaves nothing', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    place({ relay: 'https://relay.example', container: '#nowhere' });
    expect(warned.mock.calls).toEqual([['foyer: left out container="#nowhere"']]);
    expect(document.querySelector('foyer-chat')).toBeNull();
  });
});
