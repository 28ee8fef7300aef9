import { h, render as renderPreact } from 'preact';
import { act as actPreact } from 'preact/test-utils';
import { act as actReact, createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FoyerApi } from '../../src/embed/api.ts';
import type { FoyerChatProps } from '../../src/embed/component.ts';
import { defineElement, elementClass } from '../../src/embed/element.ts';
import { FoyerChat as PreactChat } from '../../src/embed/preact.ts';
import { FoyerChat as ReactChat } from '../../src/embed/react.ts';
import { useRare } from '../../src/embed/use-rare.ts';
import { createScriptedPanel } from './support/scripted-panel.ts';

/** A page that renders one component of a library. */
interface Page {
  show(props: FoyerChatProps | null): Promise<void>;
}

const LIBRARIES: readonly (readonly [string, (root: HTMLElement) => Page])[] = [
  [
    'Preact',
    (root) => ({
      show: (props) => actPreact(() => renderPreact(props && h(PreactChat, props), root)) as Promise<void>,
    }),
  ],
  [
    'React in strict mode, which runs every effect twice',
    (element) => {
      const root = createRoot(element);
      return {
        show: (props) =>
          actReact(async () =>
            root.render(createElement(StrictMode, null, props && createElement(ReactChat, props))),
          ),
      };
    },
  ],
];

const panel = createScriptedPanel();
const RELAY = 'https://relay.example';
const chats = () => [...document.querySelectorAll<HTMLElement>('foyer-chat')];

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  defineElement(elementClass(panel.load, useRare));
  return panel.arrive();
});

describe.each(LIBRARIES)('<FoyerChat> in %s', (_, open) => {
  const shown: Page[] = [];
  function page(): { readonly root: HTMLElement; readonly show: Page['show'] } {
    const root = document.createElement('div');
    document.body.append(root);
    const it = open(root);
    shown.push(it);
    return { root, show: it.show };
  }
  afterEach(async () => {
    for (const it of shown.splice(0)) await it.show(null);
    document.body.replaceChildren();
    panel.calls.length = 0;
  });

  it('places the chat in the page’s corner and renders nothing itself', async () => {
    const { root, show } = page();
    await show({ relay: RELAY });
    expect([root.innerHTML, chats().map((chat) => chat.parentElement)]).toEqual([
      '',
      [document.documentElement],
    ]);
  });

  it('restores the page on unmount', async () => {
    const { root, show } = page();
    const before = document.documentElement.outerHTML;
    await show({ relay: RELAY, autoOpen: true });
    await panel.arrive();
    await show(null);
    expect(document.documentElement.outerHTML).toBe(before);
    expect(root.childNodes.length).toBe(0);
    expect(panel.calls.at(-1)).toBe('dispose');
  });

  it('shows an inline chat open, without a launcher', async () => {
    const { root, show } = page();
    await show({ relay: RELAY, inline: true });
    await panel.arrive();
    const [chat] = chats();
    expect([chats().length, chat?.parentElement?.parentElement === root]).toEqual([1, true]);
    expect(chat?.shadowRoot?.querySelector<HTMLElement>('.launcher')?.hidden).toBe(true);
    expect(panel.calls.at(-1)).toBe('open true false');
  });

  it('passes its options to the chat, and nothing else', async () => {
    const { show } = page();
    const options = {
      relay: RELAY,
      platform: 'android',
      renderMode: 'fullscreen',
      autoOpen: true,
      showIcon: false,
      showHeader: false,
      position: 'bottom-left',
      colorScheme: 'dark',
      accent: 'red',
      locale: 'fr',
      zIndex: 7,
    } as const;
    await show({ ...options, onMessage: () => {}, apiRef: null });
    await panel.arrive();
    expect(panel.context().options).toEqual(options);
  });

  it('keeps the chat while its options have the same values, and replaces it otherwise', async () => {
    const { show } = page();
    await show({ relay: RELAY, position: 'bottom-left' });
    const first = chats();
    await show({ position: 'bottom-left', relay: `${RELAY}`, accent: undefined });
    expect(chats()).toEqual(first);
    await show({ relay: RELAY, position: 'bottom-right' });
    expect([chats().length, chats()[0] === first[0]]).toEqual([1, false]);
  });

  it('calls the handlers of the last render without a new chat', async () => {
    const { show } = page();
    const events: unknown[] = [];
    const record = (who: string) => (detail: unknown) => events.push([who, detail]);
    await show({ relay: RELAY, autoOpen: true, onOpen: record('open'), onMessage: record('one') });
    await panel.arrive();
    const first = chats();
    const { emit } = panel.context();
    const message = { id: 'm1', author: 'agent', text: 'Hello' } as const;
    emit('message', message);
    await show({
      relay: RELAY,
      autoOpen: true,
      onMessage: record('two'),
      onClientHandoffRequired: record('route'),
    });
    emit('message', message);
    emit('client-handoff-required', { reason: 'sales' });
    await show({ relay: RELAY, autoOpen: true });
    emit('message', message);
    expect(chats()).toEqual(first);
    expect(events).toEqual([
      ['open', {}],
      ['one', message],
      ['two', message],
      ['route', { reason: 'sales' }],
    ]);
  });

  it('answers who the visitor is by the function of the last render, without a new chat', async () => {
    const { show } = page();
    const required = { sessionId: 'session-1', contextId: 'context-1' };
    await show({ relay: RELAY, autoOpen: true, onContextRequired: () => 'one' });
    await panel.arrive();
    const first = chats();
    const { onContextRequired } = panel.context();
    const answers = [await onContextRequired(required)];
    await show({
      relay: RELAY,
      autoOpen: true,
      onContextRequired: async ({ contextId }) => `two ${contextId}`,
    });
    answers.push(await onContextRequired(required));
    await show({ relay: RELAY, autoOpen: true });
    answers.push(await onContextRequired(required));
    expect([answers, chats()]).toEqual([['one', 'two context-1', undefined], first]);
  });

  it('changes the language without a new chat', async () => {
    const { show } = page();
    await show({ relay: RELAY, autoOpen: true, locale: 'en' });
    await panel.arrive();
    const first = chats();
    panel.calls.length = 0;
    await show({ relay: RELAY, autoOpen: true, locale: 'fr' });
    await show({ relay: RELAY, autoOpen: true, locale: 'fr' });
    document.documentElement.lang = 'de';
    await show({ relay: RELAY, autoOpen: true });
    document.documentElement.removeAttribute('lang');
    expect([panel.calls, chats()]).toEqual([['setLocale fr', 'setLocale de'], first]);
  });

  it('sets the ref to its API while it is mounted', async () => {
    const { show } = page();
    const apiRef: { current: FoyerApi | null } = { current: null };
    const given: (boolean | null)[] = [];
    await show({ relay: RELAY, apiRef });
    expect(apiRef.current?.state.isOpen).toBe(false);
    await show({
      relay: RELAY,
      position: 'bottom-left',
      apiRef: (api) => given.push(api ? api.state.isVisible : null),
    });
    expect(given.at(-1)).toBe(true);
    await show(null);
    expect(given.at(-1)).toBe(null);
  });

  it('rejects a relay that is not https, as mount does', async () => {
    const { show } = page();
    const thrown = await Promise.resolve()
      .then(() => show({ relay: 'http://relay.example' }))
      .catch((error: unknown) => error);
    // React collects the errors of both passes.
    const errors = thrown instanceof AggregateError ? thrown.errors : [thrown];
    expect([errors.every((error) => error instanceof TypeError), chats()]).toEqual([true, []]);
  });
});
