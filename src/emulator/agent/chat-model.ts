import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { createCompletionReader } from './completion-reader.ts';

/** An OpenAI-compatible chat endpoint that answers in place of the script. */
export interface AgentModel {
  /** The address without `/chat/completions`. */
  readonly url: string;
  readonly key?: string;
  /** The name of the model. A server with a single model needs none. */
  readonly model?: string;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelError {
  readonly isOverload: boolean;
  /** Text for the log. */
  readonly message: string;
}

/** Asks the model for an answer and passes its text on as it arrives. Rejects only with an error that `onText` throws. */
export type Ask = (
  messages: readonly ChatMessage[],
  onText: (text: string) => void,
  stopped: AbortSignal,
) => Promise<Result<void, ModelError>>;

/** The time for which a client shows that the agent is thinking (M-11.5). */
const SILENCE_MS = 30_000;
const MAX_ANSWER_BYTES = 1_048_576;

const failed = (message: string) => err<ModelError>({ isOverload: false, message });

export function createChatModel({ url, key, model }: AgentModel, clock: Clock): Ask {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`;
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'text/event-stream',
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
  };

  return async (messages, onText, stopped) => {
    const silence = new AbortController();
    const signal = AbortSignal.any([stopped, silence.signal]);
    let cancel = () => {};
    const waitForText = () => {
      cancel();
      cancel = clock.after(SILENCE_MS, () => silence.abort());
    };
    const broken = () =>
      failed(silence.signal.aborted ? `no text in ${SILENCE_MS} ms` : 'the connection failed');

    async function read(body: ReadableStream<Uint8Array> | null): Promise<Result<void, ModelError>> {
      const reader = body?.getReader();
      const completion = createCompletionReader();
      const decoder = new TextDecoder();
      for (let size = 0; size <= MAX_ANSWER_BYTES; ) {
        const part = await reader?.read().catch(() => null);
        if (part === null) return broken();
        // The last line may have no line break.
        const text = part?.value === undefined ? '\n' : decoder.decode(part.value, { stream: true });
        const { texts, error } = completion.push(text);
        for (const piece of texts) {
          waitForText();
          onText(piece);
        }
        if (error !== undefined) return failed(error);
        if (completion.isComplete()) return ok(undefined);
        if (part?.value === undefined) return failed('the answer broke off');
        size += part.value.byteLength;
      }
      return failed('the answer is too long');
    }

    waitForText();
    try {
      const body = JSON.stringify({ ...(model !== undefined && { model }), messages, stream: true });
      // A redirect would send the key to another address.
      const init = { method: 'POST', headers, body, redirect: 'error', signal } as const;
      const response = await fetch(address, init).catch(() => null);
      if (response === null) return broken();
      const { status } = response;
      if (!response.ok)
        return err({ isOverload: status === 429 || status === 503, message: `status ${status}` });
      return await read(response.body);
    } finally {
      cancel();
      // Stops the rest of the answer. A complete answer is not affected.
      silence.abort();
    }
  };
}
