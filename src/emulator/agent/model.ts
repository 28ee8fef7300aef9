import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { createCompletionReader } from './completion.ts';

/** A model that answers instead of the script: an OpenAI-compatible chat endpoint. */
export interface AgentModel {
  /** What stands before `/chat/completions`. */
  readonly url: string;
  readonly key?: string;
  /** The model's name there; a server that has only one needs none. */
  readonly model?: string;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelFault {
  readonly isOverload: boolean;
  /** For the log. */
  readonly why: string;
}

/** Asks for an answer, whose text is handed on as it comes. Rejects only with what `onText` throws. */
export type Ask = (
  messages: readonly ChatMessage[],
  onText: (text: string) => void,
  stopped: AbortSignal,
) => Promise<Result<void, ModelFault>>;

/** As long as a client shows that the agent thinks (messaging §11). */
const SILENCE_MS = 30_000;
const MAX_ANSWER_BYTES = 1_048_576;

const failed = (why: string) => err<ModelFault>({ isOverload: false, why });

export function createModel({ url, key, model }: AgentModel, clock: Clock): Ask {
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

    async function read(body: ReadableStream<Uint8Array> | null): Promise<Result<void, ModelFault>> {
      const reader = body?.getReader();
      const completion = createCompletionReader();
      const decoder = new TextDecoder();
      for (let size = 0; size <= MAX_ANSWER_BYTES; ) {
        const part = await reader?.read().catch(() => null);
        if (part === null) return broken();
        // A last line need not be ended.
        const text = part?.value === undefined ? '\n' : decoder.decode(part.value, { stream: true });
        const { texts, fault } = completion.push(text);
        for (const it of texts) {
          waitForText();
          onText(it);
        }
        if (fault !== undefined) return failed(fault);
        if (completion.isComplete()) return ok(undefined);
        if (part?.value === undefined) return failed('the answer broke off');
        size += part.value.byteLength;
      }
      return failed('the answer is too long');
    }

    waitForText();
    try {
      const body = JSON.stringify({ ...(model !== undefined && { model }), messages, stream: true });
      // The key is for this address and for no other.
      const init = { method: 'POST', headers, body, redirect: 'error', signal } as const;
      const response = await fetch(address, init).catch(() => null);
      if (response === null) return broken();
      const { status } = response;
      if (!response.ok) return err({ isOverload: status === 429 || status === 503, why: `status ${status}` });
      return await read(response.body);
    } finally {
      cancel();
      // What is left of the answer is not wanted; an answer that is over is not touched by this.
      silence.abort();
    }
  };
}
