import type { MessageReason } from '../../protocol/left-message.ts';

/** Functions of the chunk that loads this one, of which this one imports nothing: see `SpeechProps`. */
export interface LeaveMessageProps {
  readonly reason: MessageReason;
  announce(text: string): void;
}
