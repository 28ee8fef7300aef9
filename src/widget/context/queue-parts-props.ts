import type { Signal } from '@preact/signals';
import type { QueueStatus } from '../../chat/model/model.ts';
import type { ShownChat } from './widget-context.ts';

/** Functions of the chunk that loads this one, of which this one imports nothing: see `SpeechProps`. */
export interface QueuePartsProps {
  /** The latest place in the queue; null: none yet. */
  readonly queue: QueueStatus | null;
  /** The words about the person who has joined. */
  joinedText(): string;
  /** Seconds until the person joined; undefined: the transcript does not tell them. */
  waitedSeconds(chat: ShownChat): number | undefined;
  /** The usual wait in seconds, once it is known. */
  readonly usual: Signal<number | null>;
}
