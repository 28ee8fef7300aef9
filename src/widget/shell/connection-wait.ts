import { useEffect } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';

/** M-12.23: time without a connection after which the header says so, and time after which other ways to reach the site are offered. */
const STILL_MS = 6_000;
const LONG_MS = 15_000;

/** Sets `ui.wait` to the length of the visitor's wait for a connection. */
export function useConnectionWait(): void {
  const { chat, clock, strings, ui } = useWidget();
  const isWaiting = ['connecting', 'reconnecting', 'offline'].includes(chat.connection.value);

  useEffect(() => {
    if (!isWaiting) return;
    const cancels = [
      clock.after(STILL_MS, () => {
        ui.wait.value = 'noticeable';
        if (chat.connection.peek() === 'connecting') announce(ui, strings.peek().stillConnecting);
      }),
      clock.after(LONG_MS, () => {
        ui.wait.value = 'long';
      }),
    ];
    return () => {
      for (const cancel of cancels) cancel();
      ui.wait.value = 'short';
    };
  }, [isWaiting]);
}
