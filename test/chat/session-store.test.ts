import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REMEMBER } from '../../src/base/session-storage.ts';
import { defaultPorts } from '../../src/chat/shell/ports.ts';

const KEY = 'foyer:https://relay.example';

const storageIn = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});

/** A page of a browser. Its view of the storage is `stored`, which may be behind that of other pages. */
function openBrowser() {
  const stored = new Map<string, string>();
  const window = new EventTarget();
  /** Grants the lock to each request in order, when the one before has released it. */
  let queue: Promise<unknown> = Promise.resolve();
  const granted: boolean[] = [];
  const request = (_: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) => {
    const mine = queue.then(() => {
      if (signal.aborted) throw new DOMException('aborted', 'AbortError');
      granted.push(true);
      return run();
    });
    queue = mine.catch(() => {});
    return mine;
  };
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('localStorage', storageIn(stored));
  return {
    stored,
    store: defaultPorts('https://relay.example').store,
    granted,
    holdLock: () => {
      let release = () => {};
      queue = new Promise<void>((resolve) => {
        release = resolve;
      });
      return release;
    },
    /** The value of another page arrives. */
    receive(value: string) {
      stored.set(KEY, value);
      window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
    },
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the stored session of several pages', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('lets a page that waits for the lock start when the id of another page arrives, and only once', async () => {
    const { store, holdLock, receive } = openBrowser();
    const release = holdLock();
    const read: (string | null)[] = [];
    store.exclusively(async () => void read.push(store.read()), new AbortController().signal);
    await settle();
    expect(read).toEqual([]);
    receive('S1');
    await settle();
    expect(read).toEqual(['S1']);
    release();
    await settle();
    expect(read).toEqual(['S1']);
  });

  it('keeps the lock after an id was written, until other pages have it or it is cleared', async () => {
    const { store, granted } = openBrowser();
    const { signal } = new AbortController();
    const write = async () => store.write('S1');
    store.exclusively(write, signal);
    store.exclusively(write, signal);
    store.exclusively(async () => {}, signal);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(granted.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(granted.length).toBe(2);
    store.clear();
    await settle();
    expect(granted.length).toBe(3);
  });

  it('releases the lock at once when nothing was written', async () => {
    const { store, granted } = openBrowser();
    const { signal } = new AbortController();
    store.exclusively(async () => {}, signal);
    store.exclusively(async () => {}, signal);
    await settle();
    expect(granted.length).toBe(2);
  });

  it('runs nothing after an abort', async () => {
    const { store, holdLock, receive } = openBrowser();
    const release = holdLock();
    const aborter = new AbortController();
    const task = vi.fn(async () => {});
    store.exclusively(task, aborter.signal);
    aborter.abort();
    receive('S1');
    release();
    await settle();
    expect(task).not.toHaveBeenCalled();
  });

  it('leaves neither a timer nor the lock after the chat is gone', async () => {
    const { store, granted } = openBrowser();
    store.exclusively(async () => store.write('S1'), new AbortController().signal);
    await settle();
    store.dispose?.();
    expect(vi.getTimerCount()).toBe(0);
    store.exclusively(async () => {}, new AbortController().signal);
    await settle();
    expect(granted.length).toBe(2);
  });

  it.each([
    ['', null],
    ['.', null],
    ['..', null],
    ['\ud800', null],
    ['a'.repeat(30_000), null],
    ['null', 'null'],
    ['{"id":1}', null],
    ['../admin', null],
    ['a b', null],
    ['a%2fb', null],
    ['a?b', null],
    ['3f1c7a9e-5a55-4c3b-9a0e-0f6e2f0b7c11', '3f1c7a9e-5a55-4c3b-9a0e-0f6e2f0b7c11'],
  ])('M-3.17: reads the stored text %j as an id only if it has the shape of one', (text, expected) => {
    const { store, receive } = openBrowser();
    receive(text);
    expect(store.read()).toBe(expected);
  });

  it('M-3.16: tells a page that the whole storage was cleared', () => {
    const { store } = openBrowser();
    const news: boolean[] = [];
    store.watch((isWiped) => news.push(isWiped));
    for (const key of [KEY, 'other', null])
      globalThis.window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    expect(news).toEqual([false, true]);
  });

  it('runs without Web Locks', async () => {
    const { store } = openBrowser();
    vi.stubGlobal('navigator', {});
    const task = vi.fn(async () => {});
    store.exclusively(task, new AbortController().signal);
    await settle();
    expect(task).toHaveBeenCalledOnce();
  });

  it('M-3.20: keeps the id for all pages, for the tab, or in the memory of the page', () => {
    const { stored } = openBrowser();
    const tab = new Map<string, string>();
    vi.stubGlobal('sessionStorage', storageIn(tab));
    const stores = REMEMBER.map((remember) => defaultPorts('https://relay.example', remember).store);
    for (const [index, store] of stores.entries()) store.write(`session-${index}`);
    const read = () => stores.map((store) => store.read());
    expect([read(), [...stored], [...tab]]).toEqual([
      ['session-0', 'session-1', 'session-2'],
      [[KEY, 'session-0']],
      [[KEY, 'session-1']],
    ]);
    for (const store of stores) store.clear();
    expect([read(), stored.size, tab.size]).toEqual([[null, null, null], 0, 0]);
  });
});
