import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Clock } from '../base/clock.ts';
import type { Result } from '../base/result.ts';
import type { CallError } from '../ui/api-client.ts';
import { useServices } from './services.ts';

/**
 * State of a reading. `loading` and `failed` keep the earlier value, so that nothing on the page jumps.
 *
 *   loading → ready → loading → …    loading → failed → loading → …
 */
export type Remote<Value> =
  | { readonly status: 'loading'; readonly value: Value | undefined }
  | { readonly status: 'ready'; readonly value: Value }
  | {
      readonly status: 'failed';
      /** Only of what failed: whoever has asked for another range must not see the figures of the one before. */
      readonly value: Value | undefined;
      /** When the value was read. */
      readonly readAt: number;
      readonly error: CallError;
    };

type Load<Value> = (signal: AbortSignal) => Promise<Result<Value, CallError>>;

export interface Reading<Value> {
  readonly remote: ReadonlySignal<Remote<Value>>;
  /** Reads again. */
  reload(): void;
  /** Changes what is shown without reading. */
  update(change: (value: Value) => Value): void;
}

type EveryMs = number | (() => number | undefined);

/** Reads one after the other. An answer that is late is dropped. */
function createReading<Value>(clock: Clock) {
  const remote = signal<Remote<Value>>({ status: 'loading', value: undefined });
  let load: Load<Value> | undefined;
  let everyMs: EveryMs | undefined;
  let aborter = new AbortController();
  let cancel = () => {};
  let isDue = false;
  let readAt = 0;
  /** The value answers the current key. */
  let isCurrent = false;

  function schedule(): void {
    const inMs = typeof everyMs === 'function' ? everyMs() : everyMs;
    if (inMs === undefined) return;
    cancel = clock.after(inMs, () => {
      isDue = true;
      onVisible();
    });
  }

  async function read(): Promise<void> {
    cancel();
    isDue = false;
    aborter.abort();
    aborter = new AbortController();
    const { signal: mine } = aborter;
    remote.value = { status: 'loading', value: remote.peek().value };
    const result = await load?.(mine);
    if (!result || mine.aborted) return;
    if (result.ok) {
      readAt = clock.now();
      isCurrent = true;
      remote.value = { status: 'ready', value: result.value };
    } else {
      const value = isCurrent ? remote.peek().value : undefined;
      remote.value = { status: 'failed', value, readAt, error: result.error };
    }
    schedule();
  }

  function onVisible(): void {
    if (isDue && !document.hidden) void read();
  }
  function onOnline(): void {
    if (remote.peek().status === 'failed') void read();
  }
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('online', onOnline);

  return {
    remote,
    reload: () => void read(),
    follow(next: Load<Value>, nextEveryMs: EveryMs | undefined) {
      load = next;
      isCurrent = false;
      everyMs = nextEveryMs;
      void read();
    },
    update(change: (value: Value) => Value) {
      const { value } = remote.peek();
      if (value !== undefined) remote.value = { status: 'ready', value: change(value) };
    },
    dispose() {
      aborter.abort();
      cancel();
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('online', onOnline);
    },
  };
}

/**
 * Reads while the component is mounted, and again when `key` changes. The key stands for all dependencies of `load`. With `everyMs` it
 * reads again after this time, unless the page is hidden; then as soon as it is visible. A function is asked after each answer;
 * undefined: no more.
 */
export function useReading<Value>(key: string, load: Load<Value>, everyMs?: EveryMs): Reading<Value> {
  const { clock } = useServices();
  const reading = useMemo(() => createReading<Value>(clock), []);
  useEffect(() => reading.dispose, [reading]);
  const pace = typeof everyMs === 'function' ? undefined : everyMs;
  useEffect(() => reading.follow(load, everyMs), [reading, key, pace]);
  return reading;
}
