import { effect, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { own } from '../../base/own.ts';
import type { QueueStatus } from '../../chat/model/model.ts';
import { MAX_QUEUE_NAME, type ToldWait, type UsualWait } from '../../protocol/usual-wait.ts';
import { type ShownChat, useWidget } from '../context/widget-context.ts';
import { waitedSeconds } from './handoff-state.ts';

/** Name of the queue, by conversation. The end of a wait is followed also while the panel is closed. */
const queues = new WeakMap<ShownChat, string>();

/** Without an answer the card shows no wait. */
async function ask(url: string, queue: string): Promise<number | null> {
  const init = own<RequestInit>({ cache: 'no-store' });
  const response = await fetch(`${url}?queue=${encodeURIComponent(queue)}`, init);
  return response.ok ? ((await response.json()) as UsualWait).usual_s : null;
}

function tell(url: string, wait: ToldWait): void {
  const init = own<RequestInit>({
    method: 'POST',
    headers: own({ 'Content-Type': 'application/json' }),
    body: JSON.stringify(wait),
    keepalive: true,
  });
  fetch(url, init).catch(() => {});
}

/**
 * M-13.11: asks for the usual wait where the platform tells none, and tells the relay how long this one was.
 * @returns the usual wait in seconds; null: unknown
 */
export function useUsualWait(queue: QueueStatus | null): number | null {
  const usual = useSignal<number | null>(null);
  const { chat, options } = useWidget();
  const url = `${options.relay}/chat/waits`;
  const name = (queue?.queueName ?? '').slice(0, MAX_QUEUE_NAME);
  const isUnknown = queue !== null && queue.estimatedWaitSeconds === undefined && !queue.displayMessage;

  useEffect(() => {
    const isFollowed = queues.has(chat);
    queues.set(chat, name);
    if (isFollowed) return;
    effect(() => {
      const seconds = chat.handoff.value === 'live' ? waitedSeconds(chat) : undefined;
      if (seconds !== undefined) tell(url, { queue: queues.get(chat), seconds });
    });
  }, [chat, name, url]);

  useEffect(() => {
    if (!isUnknown) return;
    const show = (seconds: number | null) => {
      usual.value = seconds;
    };
    ask(url, name).then(show, () => {});
  }, [isUnknown, name, url, usual]);

  return usual.value;
}
