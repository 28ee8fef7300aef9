import type { ReadonlySignal } from '@preact/signals';

/** Asks the other pages what they have seen. */
const ASK = '';

/**
 * M-3.18: tells the other pages of this browser the id of the newest message that was seen here, and calls `on` with theirs. Closes
 * the channel for the back-forward cache and asks again after a page is restored. Returns an unsubscribe function.
 */
export function shareSeen(
  seen: ReadonlySignal<string | null>,
  relay: string,
  on: (id: string) => void,
): () => void {
  let channel: BroadcastChannel | undefined;
  const aborter = new AbortController();
  const tell = (id: string | null) => id !== null && channel?.postMessage(id);
  function open(): void {
    try {
      channel = new BroadcastChannel(`foyer:${new URL(relay).origin}`);
    } catch {
      // A frame without storage has no other pages.
      return;
    }
    channel.onmessage = ({ data }) => {
      if (data === ASK) tell(seen.peek());
      else if (typeof data === 'string') on(data);
    };
    tell(ASK);
  }
  function close(): void {
    channel?.close();
    channel = undefined;
  }
  open();
  const unsubscribe = seen.subscribe(tell);
  addEventListener('pagehide', close, aborter);
  addEventListener('pageshow', ({ persisted }) => persisted && open(), aborter);
  return () => {
    close();
    unsubscribe();
    aborter.abort();
  };
}
