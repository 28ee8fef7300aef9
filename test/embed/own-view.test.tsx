import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { h, render } from 'preact';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { type Chat, createChat } from '../../src/chat/index.ts';
import * as preact from '../../src/embed/preact.ts';
import * as react from '../../src/embed/react.ts';
import { createTestPlatform } from '../../src/testing/index.ts';

/** The view of docs/client.md, as a function of what it imports. It returns the component. */
async function exampleOf(): Promise<(...imported: readonly unknown[]) => never> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/client.md'), 'utf8');
  const source = /```tsx\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const jsx = { runtime: 'classic', pragma: 'element' } as const;
  const { code } = await transformWithOxc(source, 'example.tsx', { jsx });
  const body = code.replace(/^import .*$/gm, '').replace('export function', 'return function');
  return new Function('createChat', 'useChat', 'useTranscript', 'element', body) as never;
}

const LIBRARIES = [
  ['Preact', preact, h, (view: never, root: HTMLElement) => render(h(view, null), root)],
  [
    'React',
    react,
    createElement,
    (view: never, root: HTMLElement) => createRoot(root).render(createElement(view)),
  ],
] as const;

async function until(condition: () => boolean | undefined): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the view of docs/client.md', () => {
  it.each(LIBRARIES)('talks to the agent with %s', async (_, { useChat, useTranscript }, element, show) => {
    const platform = createTestPlatform({ greeting: 'Hello' });
    platform.onMessage((text) => platform.reply(`You said ${text}`));
    const chats: Chat[] = [];
    const create = () => {
      const chat = createChat({ relay: platform.relay, ports: platform.ports });
      chats.push(chat);
      return chat;
    };
    const root = document.body.appendChild(document.createElement('main'));
    show((await exampleOf())(create, useChat, useTranscript, element), root);
    const field = () => root.querySelector('input') as HTMLInputElement;
    const status = () => root.querySelector('[role=status]')?.textContent;
    const paragraphs = () => [...root.querySelectorAll('p:not([role])')].map((p) => p.textContent);
    await until(() => root.querySelector('input') !== null);
    expect(status()).toBe('idle');
    field().focus();
    await until(() => paragraphs().length === 1);
    field().value = 'my order is late';
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await until(() => paragraphs().length === 3);
    expect([status(), paragraphs()]).toEqual([
      'online',
      ['Hello', 'my order is late', 'You said my order is late'],
    ]);
    chats[0]?.dispose();
    localStorage.clear();
    root.remove();
  });
});
