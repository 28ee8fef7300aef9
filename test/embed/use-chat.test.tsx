import { h, render as renderPreact } from 'preact';
import { act as actPreact } from 'preact/test-utils';
import { act as actReact, createElement, StrictMode, startTransition, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, createChat } from '../../src/chat/index.ts';
import * as preact from '../../src/embed/preact.ts';
import { useChat, useTranscript } from '../../src/embed/react.ts';
import { createTestPlatform } from '../../src/testing/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';

/** A chat on a scripted platform, on a clock that the test moves. */
function talk() {
  const clock = createFakeClock();
  const platform = createTestPlatform({ greeting: 'Hello', clock });
  const chat = createChat({ relay: platform.relay, ports: { ...platform.ports, clock } });
  async function advance(ms: number) {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    clock.advance(ms);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  }
  /** Starts the chat; the agent joins and greets. */
  async function start() {
    chat.start();
    await advance(250);
    await advance(250);
  }
  return { platform, chat, advance, start };
}

const textOf = (hooks: Pick<typeof preact, 'useChat' | 'useTranscript'>, chat: Chat): string => {
  const { connection } = hooks.useChat(chat);
  const texts = hooks
    .useTranscript(chat)
    .map((entry) => (entry.kind === 'message' ? entry.text : entry.notice));
  return [connection, ...texts].join(' | ');
};
const PreactView = ({ chat }: { readonly chat: Chat }) => h('p', null, textOf(preact, chat));
const ReactView = ({ chat }: { readonly chat: Chat }) =>
  createElement('p', null, textOf({ useChat, useTranscript }, chat));

interface Page {
  /** Renders a view of the chat; null: nothing. */
  show(chat: Chat | null): Promise<void>;
  act(run: () => Promise<void>): Promise<void>;
}

const LIBRARIES: readonly (readonly [string, (root: HTMLElement) => Page])[] = [
  [
    'Preact',
    (root) => ({
      show: (chat) => actPreact(() => renderPreact(chat && h(PreactView, { chat }), root)) as Promise<void>,
      act: (run) => actPreact(run) as Promise<void>,
    }),
  ],
  [
    'React in strict mode, which runs every effect twice',
    (element) => {
      const root = createRoot(element);
      return {
        show: (chat) =>
          actReact(async () =>
            root.render(createElement(StrictMode, null, chat && createElement(ReactView, { chat }))),
          ),
        act: (run) => actReact(run),
      };
    },
  ],
];

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  document.body.replaceChildren();
  localStorage.clear();
});

describe.each(LIBRARIES)('a view of the headless client in %s', (_, open) => {
  function page() {
    const root = document.createElement('div');
    document.body.append(root);
    const made = open(root);
    ends.push(() => made.show(null));
    return { root, ...made };
  }

  it('the view shows the connection and the transcript, and follows an answer chunk by chunk', async () => {
    const { root, show, act } = page();
    const { chat, platform, advance, start } = talk();
    await show(chat);
    expect(root.textContent).toBe('idle');
    await act(async () => {
      await start();
    });
    expect(root.textContent).toBe('online | Hello');
    platform.onMessage(() => platform.stream('One two three four five six', { chunks: 6, everyMs: 100 }));
    const shown = new Set<string | null>();
    await act(async () => void chat.send('Count'));
    for (let nth = 0; nth < 8; nth += 1) {
      await act(() => advance(100));
      shown.add(root.textContent);
    }
    expect(shown.size).toBeGreaterThan(3);
    expect(root.textContent).toBe('online | Hello | Count | One two three four five six');
  });

  it('the view follows another chat, and no chat once it is gone', async () => {
    const { root, show, act } = page();
    const [first, second] = [talk(), talk()];
    await show(first.chat);
    await show(second.chat);
    await act(async () => {
      await first.start();
    });
    expect(root.textContent).toBe('idle');
    await act(async () => {
      // Each has a conversation of its own.
      localStorage.clear();
      await second.start();
    });
    expect(root.textContent).toBe('online | Hello');
    await show(null);
    second.chat.send('Nobody sees this');
    await second.advance(100);
    expect(root.textContent).toBe('');
  });
});

describe('a view of the headless client in React', () => {
  it('a server renders a chat that has not started, and the browser takes over its HTML without an error', async () => {
    const { chat, start } = talk();
    const element = createElement(ReactView, { chat });
    const html = renderToString(element);
    expect(html).toBe('<p>idle</p>');
    // The chat of the browser is already online.
    await start();
    const root = document.createElement('div');
    root.innerHTML = html;
    document.body.append(root);
    const errors: unknown[] = [];
    await actReact(async () => {
      const hydrated = hydrateRoot(root, element, { onRecoverableError: (error) => errors.push(error) });
      ends.push(() => actReact(async () => hydrated.unmount()));
    });
    expect([root.textContent, errors]).toEqual(['online | Hello', []]);
  });

  it('two views of one chat never show different states in one frame', async () => {
    const { chat, platform, advance, start } = talk();
    await start();
    let grow = (_: number) => {};
    function Pair() {
      const [count, setCount] = useState(1);
      grow = setCount;
      return Array.from({ length: count }, (_, nth) => createElement(ReactView, { key: nth, chat }));
    }
    const root = document.createElement('div');
    document.body.append(root);
    const rendered = createRoot(root);
    ends.push(() => actReact(async () => rendered.unmount()));
    await actReact(async () => rendered.render(createElement(Pair)));
    await actReact(async () => {
      // A message arrives while React renders more views in the background.
      startTransition(() => grow(50));
      platform.reply('News');
      await advance(0);
    });
    const texts = new Set([...root.querySelectorAll('p')].map((view) => view.textContent));
    expect([root.children.length, [...texts]]).toEqual([50, ['online | Hello | News']]);
  });
});
