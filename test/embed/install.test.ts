import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FoyerApi } from '../../src/embed/api.ts';
import { install } from '../../src/embed/install.ts';
import { replay } from '../../src/embed/queue.ts';

function script(attributes: Record<string, string> = {}): HTMLScriptElement {
  const made = document.createElement('script');
  Object.defineProperty(made, 'src', { value: 'https://relay.example/base/widget.js' });
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const api = () => window.Foyer as FoyerApi & { push(...commands: unknown[]): void };

afterEach(() => {
  vi.restoreAllMocks();
  if (typeof (window.Foyer as Partial<FoyerApi> | undefined)?.destroy === 'function') api().destroy();
  delete window.Foyer;
  document.body.replaceChildren();
});

describe('the script tag', () => {
  it('places the chat and leaves window.Foyer', () => {
    install(script({ 'data-position': 'bottom-left' }));
    expect(document.querySelectorAll('foyer-chat').length).toBe(1);
    expect([api().state.isOpen, typeof api().version]).toEqual([false, 'string']);
  });

  it('makes the calls that were queued before it, in order', () => {
    window.Foyer = [['hide'], ['show'], ['hide']];
    install(script());
    expect(api().state.isVisible).toBe(false);
  });

  it('takes queued calls later, too', () => {
    install(script());
    api().push(['hide']);
    expect(api().state.isVisible).toBe(false);
  });

  it('names what it does not know, once, and goes on', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    window.Foyer = [['fly'], 'nonsense', ['hide']];
    install(script({ 'data-locale': '?' }));
    expect(warned.mock.calls).toEqual([['foyer: left out locale="?", call fly, call undefined']]);
    expect(api().state.isVisible).toBe(false);
  });

  it('does nothing the second time', () => {
    install(script());
    const first = window.Foyer;
    install(script());
    expect([window.Foyer === first, document.querySelectorAll('foyer-chat').length]).toEqual([true, 1]);
  });

  it('is not misled by an element of the page that is called Foyer', () => {
    Object.assign(window, { Foyer: document.createElement('form') });
    install(script());
    expect(api().state.isOpen).toBe(false);
  });

  it('leaves the page as it was after destroy, and can come again', () => {
    install(script());
    api().destroy();
    expect([document.querySelector('foyer-chat'), 'Foyer' in window]).toEqual([null, false]);
    install(script());
    expect(document.querySelectorAll('foyer-chat').length).toBe(1);
  });
});

describe('the queue', () => {
  it('passes the values on and returns what nobody knows', () => {
    const asked: unknown[] = [];
    const fake = { send: (...values: unknown[]) => asked.push(values), version: '1' } as unknown as FoyerApi;
    expect(replay(fake, [['send', 'hi'], ['version'], ['nothing']])).toEqual([
      'call version',
      'call nothing',
    ]);
    expect(asked).toEqual([['hi']]);
  });
});
