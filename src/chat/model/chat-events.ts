import type { Dropped } from '../../protocol/codec.ts';
import type { GivenFeedback } from '../../protocol/relay.ts';
import type { Message } from './model.ts';
import type { ContextResult } from './verified-context.ts';

/** One-off events. Lasting state is in the signals. */
export interface ChatEvents {
  /** Once per complete message of either side, except for messages in the history of a resumed session (see `resume`). */
  message: Message;
  /** The embedding page must route the visitor; not again on replay. */
  clientHandoffRequired: {
    readonly reason?: string | undefined;
    readonly queueName?: string | undefined;
    readonly route?: string | undefined;
  };
  sessionStart: { readonly sessionId: string; readonly resumed: boolean };
  sessionEnd: { readonly sessionId: string; readonly reason: string };
  /** M-7.10: outcome of the platform's question for a verified context. Only for a new session. */
  context: ContextResult;
  /** Once for each `rate` that resolves to true. */
  feedback: GivenFeedback;
  /** A frame, an event or a field that could not be read and was left out. */
  dropped: Dropped;
}
