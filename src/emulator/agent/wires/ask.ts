import { collectBytes, parseJson, readBytes } from '../../../base/bounded-body.ts';
import type { Clock } from '../../../base/clock.ts';
import { createEventReader } from '../../../base/event-reader.ts';
import { agUi } from './ag-ui.ts';
import { reportedFailure } from './agent-error.ts';
import { chatCompletions } from './chat-completions.ts';
import { responses } from './responses.ts';
import { type AgentFailed, type AgentPart, type Ask, failed, type Wire } from './wire.ts';

const WIRES = { 'chat-completions': chatCompletions, responses, 'ag-ui': agUi } satisfies Record<
  string,
  Wire
>;

export type AgentProtocol = keyof typeof WIRES;
export const AGENT_PROTOCOLS = Object.keys(WIRES) as readonly AgentProtocol[];

/** An agent of one's own that answers in place of the script. */
export interface AgentModel {
  /** The address without `/chat/completions` or `/responses`. For `ag-ui` the whole one. */
  readonly url: string;
  /** Default `chat-completions`. */
  readonly protocol?: AgentProtocol | undefined;
  readonly key?: string;
  /** The name of the model. A server with a single model needs none. */
  readonly model?: string;
}

/** A server on a laptop may have to load the model first. */
const FIRST_MS = 60_000;
/** The time for which a client shows that the agent is thinking (M-11.5). */
const SILENCE_MS = 30_000;
const WHOLE_MS = 300_000;
const MAX_ANSWER_BYTES = 1_048_576;
const MAX_EVENT_BYTES = 262_144;
const MAX_REFUSAL_BYTES = 16_384;

type TimeLimits = ReturnType<typeof createTimeLimits>;

/** A signal that fires when an answer takes too long. */
function createTimeLimits(clock: Clock) {
  const controller = new AbortController();
  let message: string | undefined;
  const abortAfter = (inMs: number, why: string) =>
    clock.after(inMs, () => {
      message = `${why} in ${inMs / 1_000} s`;
      controller.abort();
    });
  const cancelWhole = abortAfter(WHOLE_MS, 'no end');
  let cancel = () => {};
  return {
    signal: controller.signal,
    /** Why the signal has fired. */
    message: () => message,
    expectNextIn(inMs: number) {
      cancel();
      cancel = abortAfter(inMs, 'nothing');
    },
    clear() {
      cancel();
      cancelWhole();
      // Stops the rest of the answer. A complete answer is not affected.
      controller.abort();
    },
  };
}

function connectionError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
  return `the connection failed${code}`;
}

/** The failure that the status and the body of a response report. */
async function refusalOf(response: Response): Promise<AgentFailed> {
  const { status, headers, body } = response;
  const bytes = await readBytes(body, collectBytes(MAX_REFUSAL_BYTES)).catch(() => undefined);
  const reported = bytes && reportedFailure(parseJson(bytes));
  const wait = headers.get('Retry-After');
  const message = [`status ${status}`, reported?.message, wait && `retry after ${wait.slice(0, 40)}`];
  return failed(message.filter(Boolean).join(', '), status === 429 || status === 503);
}

/** True if the model takes no tools. The name of a model may contain the word, too. */
const isAboutTools = ({ message }: AgentFailed) =>
  /\btools?\b/i.test(message) && /support|require/i.test(message);

/** Asks an agent over its protocol. `log` gets a line when the agent cannot do all that is asked of it. */
export function createAsk(agent: AgentModel, clock: Clock, log: (line: string) => void): Ask {
  const { url, protocol = 'chat-completions', key, model } = agent;
  const wire: Wire = WIRES[protocol];
  const address = wire.path === '' ? url : url.replace(/\/+$/, '') + wire.path;
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'text/event-stream',
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
  };
  let takesTools = true;

  async function* read(
    body: ReadableStream<Uint8Array> | null,
    limits: TimeLimits,
  ): AsyncGenerator<AgentPart> {
    const parts = body?.getReader();
    const decoder = new TextDecoder();
    const events = createEventReader('');
    const readEvent = wire.createReader();
    let size = 0;
    let eventSize = 0;
    for (;;) {
      const part = await parts?.read().catch(() => null);
      if (part === null) return yield failed(limits.message() ?? 'the connection failed');
      const bytes = part?.value;
      size += bytes?.byteLength ?? 0;
      eventSize += bytes?.byteLength ?? 0;
      if (size > MAX_ANSWER_BYTES) return yield failed('the answer is too long');
      // The last event may have no empty line behind it.
      const complete = events.push(bytes ? decoder.decode(bytes, { stream: true }) : '\n\n');
      if (complete.length > 0) {
        limits.expectNextIn(SILENCE_MS);
        eventSize = 0;
      }
      if (Math.max(eventSize, ...complete.map(({ data }) => data.length)) > MAX_EVENT_BYTES)
        return yield failed('an event is too long');
      for (const { data } of complete) {
        for (const answer of readEvent(data)) {
          yield answer;
          if (answer.type === 'end' || answer.type === 'failure') return;
        }
      }
      if (!bytes) return yield failed('the answer broke off');
    }
  }

  return async function* ask(question, stopped): AsyncGenerator<AgentPart> {
    const limits = createTimeLimits(clock);
    try {
      limits.expectNextIn(FIRST_MS);
      const body = JSON.stringify(wire.body(question, takesTools, model));
      const signal = AbortSignal.any([stopped, limits.signal]);
      // A redirect would send the key to another address.
      const init = { method: 'POST', headers, body, redirect: 'error', signal } as const;
      const response = await fetch(address, init).catch(connectionError);
      if (typeof response === 'string') return yield failed(limits.message() ?? response);
      if (response.ok) return yield* read(response.body, limits);
      const refusal = await refusalOf(response);
      if (!takesTools || !isAboutTools(refusal)) return yield refusal;
      takesTools = false;
      log('agent: it takes no tools, so it cannot ask for a person; the message "human" can');
      yield* ask(question, stopped);
    } finally {
      limits.clear();
    }
  };
}
