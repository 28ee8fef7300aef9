import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FoyerApi } from '../../src/embed/api.ts';
import { runCommands } from '../../src/embed/command-queue.ts';
import { install } from '../../src/embed/install.ts';

function script(
  attributes: Record<string, string> = {},
  src = 'https://relay.example/base/widget.js',
): HTMLScriptElement {
  const created = document.createElement('script');
  Object.defineProperty(created, 'src', { value: src });
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  return created;
}

const api = () => window.Foyer as FoyerApi & { push(...commands: unknown[]): void };

afterEach(() => {
  vi.restoreAllMocks();
  if (typeof (window.Foyer as Partial<FoyerApi> | undefined)?.destroy === 'function') api().destroy();
  Reflect.deleteProperty(window, 'Foyer');
  document.body.replaceChildren();
});

describe('the script tag', () => {
  it('places the chat and sets window.Foyer', () => {
    install(script({ 'data-position': 'bottom-left' }));
    expect(document.querySelectorAll('foyer-chat').length).toBe(1);
    expect([api().state.isOpen, typeof api().version]).toEqual([false, 'string']);
  });

  it('makes the queued calls in order', () => {
    window.Foyer = [['hide'], ['show'], ['hide']];
    install(script());
    expect(api().state.isVisible).toBe(false);
  });

  it('accepts queued calls after the load, too', () => {
    install(script());
    api().push(['hide']);
    expect(api().state.isVisible).toBe(false);
  });

  it('reports unknown calls, and continues', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    Object.assign(window, { Foyer: [['fly'], 'nonsense', ['hide']] });
    install(script());
    expect(warned.mock.calls).toEqual([
      ['foyer:', 'unknown call fly'],
      ['foyer:', 'unknown call nonsense'],
    ]);
    expect(api().state.isVisible).toBe(false);
  });

  it('places one chat when the script runs twice', () => {
    install(script());
    const first = window.Foyer;
    install(script());
    expect([window.Foyer === first, document.querySelectorAll('foyer-chat').length]).toEqual([true, 1]);
  });

  it('ignores an element with the id Foyer', () => {
    Object.assign(window, { Foyer: document.createElement('form') });
    install(script());
    expect(api().state.isOpen).toBe(false);
  });

  it('works inlined, and copied to another server, with the address of the relay', () => {
    for (const src of ['', 'http://shop.example/js/chat.js']) {
      install(script({ 'data-relay': 'https://relay.example' }, src));
      expect(document.querySelectorAll('foyer-chat').length).toBe(1);
      api().destroy();
    }
  });

  it('says what to write if it cannot know its relay: inlined, or in a module', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    for (const tag of [null, script({}, '')]) install(tag);
    const advice = ['foyer:', 'add data-relay; no type=module'];
    expect([warned.mock.calls, document.querySelector('foyer-chat')]).toEqual([[advice, advice], null]);
  });

  it('restores the page on destroy, and can be installed again', () => {
    install(script());
    api().destroy();
    expect([document.querySelector('foyer-chat'), 'Foyer' in window]).toEqual([null, false]);
    install(script());
    expect(document.querySelectorAll('foyer-chat').length).toBe(1);
  });
});

describe('the command queue', () => {
  it('the command queue passes the arguments on', () => {
    const calls: unknown[] = [];
    const fake = { send: (...values: unknown[]) => calls.push(values), version: '1' } as unknown as FoyerApi;
    runCommands(fake, [['send', 'hi']]);
    expect(calls).toEqual([['hi']]);
  });
});
