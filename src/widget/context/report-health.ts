import type { ReadonlySignal } from '@preact/signals';
import type { Clock } from '../../base/clock.ts';
import type { Chat } from '../../chat/chat.ts';
import type { WidgetConfig } from '../../protocol/widget-config.ts';

/** Times of a page's conversation, in milliseconds since the epoch. The panel sets each once. */
export interface HealthTimes {
  /** The panel is shown and may connect: after any consent. */
  startedAt?: number;
  /** The visitor could talk. */
  usableAt?: number;
}

/** M-14.18: counts how the chat goes, and posts that to the relay when the page is hidden or left, until `abort`. */
export type ReportHealth = (
  chat: Pick<Chat, 'connection' | 'carrier' | 'trouble' | 'order' | 'entry'>,
  times: HealthTimes,
  relay: string,
  config: ReadonlySignal<WidgetConfig | null>,
  clock: Pick<Clock, 'now'>,
  abort: AbortSignal,
) => void;
