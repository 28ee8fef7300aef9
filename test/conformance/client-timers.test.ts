import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { runChat } from '../../src/chat/shell/run-chat.ts';
import { createChatHarness } from '../support/chat-harness.ts';
import { installTime } from './engine/browser/in-page/time.ts';
import type { InPageEngine } from './engine/browser/in-page/types.ts';
import { createTimers } from './engine/timers.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('in a browser the engine tells the one timer of the client from those of views and page', () => {
  const timers = createTimers(0);
  const clientTimers = new Set<number>();
  const page = { setTimeout, setInterval, clearTimeout, clearInterval, Date };
  vi.stubGlobal('window', page);
  installTime({ timers, clientTimers, frames: new Map(), skewMs: 0 } as unknown as InPageEngine);
  vi.stubGlobal('setTimeout', page.setTimeout);
  vi.stubGlobal('clearTimeout', page.clearTimeout);
  const counts = () => [timers.waiting(), clientTimers.size];

  page.setTimeout(() => {}, 800);
  expect(counts()).toEqual([1, 0]);
  const { fetch: _, ...ports } = portsOfHarness();
  const chat = runChat({
    relay: 'https://relay.example.test',
    ports: { ...ports, clock: systemClock(), fetch: () => new Promise(() => {}) },
  });
  chat.start();
  expect(counts()).toEqual([2, 1]);
  chat.dispose();
  expect(counts()).toEqual([1, 0]);
  timers.advance(800);
  expect(counts()).toEqual([0, 0]);
});

/** Store, network and page of a test. */
function portsOfHarness() {
  let kept = {};
  createChatHarness({
    wrapPorts(ports) {
      kept = ports;
      return ports;
    },
  });
  return kept as { readonly fetch?: unknown };
}
