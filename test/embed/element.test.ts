import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { beginFromAttributes } from '../../src/embed/begin-from-attributes.ts';
import { defineElement, type FoyerElement, place } from '../../src/embed/element.ts';
import { createScriptedPanel } from './support/scripted-panel.ts';

const panel = createScriptedPanel();
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

function element(attributes: Record<string, string>): FoyerElement {
  const created = document.createElement('foyer-chat') as FoyerElement;
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  document.body.append(created);
  return created;
}

beforeAll(() => {
  defineElement(panel.load, beginFromAttributes);
  defineElement(panel.load, beginFromAttributes);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('<foyer-chat>', () => {
  it('starts with its attributes when it is added to the page', () => {
    const chat = element({ relay: 'https://relay.example', 'show-icon': 'false' });
    expect(chat.shadowRoot?.querySelector<HTMLElement>('.launcher')?.hidden).toBe(true);
    expect(chat.foyer?.state.isOpen).toBe(false);
  });

  it('reports ignored attributes once', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    element({ relay: 'https://relay.example', position: 'top', 'z-index': 'high' });
    expect(warned.mock.calls).toEqual([['foyer: left out position="top", z-index="high"']]);
  });

  it('is empty without a relay', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    expect([element({}).foyer, element({ relay: 'http://relay.example' }).foyer]).toEqual([null, null]);
    expect(warned).toHaveBeenCalledTimes(1);
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

  it('is added beside the body, or to the container of the options', () => {
    const api = place({ relay: 'https://relay.example' });
    expect(document.documentElement.lastElementChild?.localName).toBe('foyer-chat');
    api.destroy();
    const corner = document.createElement('div');
    corner.id = 'corner';
    document.body.append(corner);
    place({ relay: 'https://relay.example', container: '#corner' });
    expect(corner.firstElementChild?.localName).toBe('foyer-chat');
  });

  it('rejects a relay that is not https', () => {
    expect(() => place({ relay: 'http://relay.example' })).toThrow(TypeError);
  });

  it('reports a missing container and removes itself', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    place({ relay: 'https://relay.example', container: '#nowhere' });
    expect(warned.mock.calls).toEqual([['foyer: left out container="#nowhere"']]);
    expect(document.querySelector('foyer-chat')).toBeNull();
  });
});
