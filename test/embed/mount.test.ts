import { afterEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../src/embed/index.ts';
import type { MountOptions } from '../../src/widget/context/options.ts';

const RELAY = 'https://relay.example';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('mount', () => {
  it('leaves out options that cannot be used, and names what is accepted in one warning', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const options = { relay: RELAY, position: 'top', zIndex: '7', colourScheme: 'dark', plain: 1 };
    const chat = mount(options as unknown as MountOptions);
    const root = document.querySelector('foyer-chat')?.shadowRoot?.querySelector<HTMLElement>('.root');
    expect([root?.className.trim(), root?.style.getPropertyValue('--_z')]).toEqual(['root', '7']);
    await vi.waitFor(() => expect(warned).toHaveBeenCalled());
    expect(warned.mock.calls).toEqual([
      [
        'foyer: options are ignored: position="top" is not bottom-right or bottom-left; ' +
          'colourScheme="dark" is unknown; did you mean colorScheme?',
      ],
    ]);
    chat.destroy();
  });

  it.each(['http://relay.example', 'relay.example', '', undefined])('explains the relay %j', (relay) => {
    expect(() => mount({ relay } as MountOptions)).toThrow(
      `unable to start; relay must be an https URL (http only on localhost), not ${JSON.stringify(relay)}`,
    );
    expect(document.querySelector('foyer-chat')).toBeNull();
  });

  it.each([undefined, null])('says what is missing without options (%s)', (options) => {
    expect(() => mount(options as unknown as MountOptions)).toThrow(
      'unable to start; relay must be an https URL (http only on localhost), not undefined',
    );
  });

  it('does nothing where there is no CSS, as in jsdom, and says so in one line', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    vi.stubGlobal('CSS', undefined);
    const chat = mount({ relay: RELAY });
    const outcomes = [await chat.open(), await chat.send('Hello')];
    vi.unstubAllGlobals();
    expect([outcomes, warned.mock.calls.length, document.querySelector('foyer-chat')]).toEqual([
      [false, 'cancelled'],
      1,
      null,
    ]);
  });

  it('returns the running chat with a warning, and a new one after destroy', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const chat = mount({ relay: RELAY });
    expect([mount({ relay: 'https://other.example' }) === chat, warned.mock.calls.length]).toEqual([true, 1]);
    expect(document.querySelectorAll('foyer-chat').length).toBe(1);
    chat.destroy();
    const other = mount({ relay: RELAY });
    expect([other === chat, warned.mock.calls.length]).toEqual([false, 1]);
    other.destroy();
  });

  it('keeps the chat that began in the task in which another one was destroyed', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    mount({ relay: RELAY }).destroy();
    const chat = mount({ relay: RELAY });
    await Promise.resolve();
    expect([mount({ relay: RELAY }) === chat, document.querySelectorAll('foyer-chat').length]).toEqual([
      true,
      1,
    ]);
    chat.destroy();
  });
});
