import type * as z from 'zod/v4/core';
import { parseJson } from '../base/bounded-body.ts';
import type { Clock } from '../base/clock.ts';
import { pause } from '../base/deadline.ts';
import { createEventReader, type StreamEvent } from '../base/event-reader.ts';
import { parse } from '../protocol/field-readers.ts';

/** Schemas of the payloads, by the type of the event. */
type EventSchemas = Readonly<Record<string, z.$ZodType>>;

/** An event of one of these types. */
type EventOf<Schemas extends EventSchemas> = {
  readonly [Type in keyof Schemas]: { readonly event: Type; readonly detail: z.output<Schemas[Type]> };
}[keyof Schemas];

interface EventStreamOptions<Schemas extends EventSchemas> {
  readonly url: string;
  /** Events of other types, and events with an unreadable payload, are ignored. */
  readonly schemas: Schemas;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  onEvent(event: EventOf<Schemas>): void;
  /**
   * Called when the stream is lost, and for each failed attempt. `status` is the status of the answer if the server refused,
   * undefined if the server cannot be reached.
   */
  onLost(status: number | undefined): void;
}

/** An event stream that reconnects by itself, and asks for the events after the last one with an id. */
export interface EventStream {
  /** Idempotent. */
  dispose(): void;
}

/** Default; the server may ask for another time. */
const RETRY_MS = 1_000;
/** The servers send something every 15 seconds. */
const SILENCE_MS = 45_000;

/**
 * Opens an event stream. Not an `EventSource`: it reports no status, and at any answer that is not a stream it gives up and forgets
 * the last id.
 */
export function openEventStream<Schemas extends EventSchemas>({
  url,
  schemas,
  clock,
  fetch,
  onEvent,
  onLost,
}: EventStreamOptions<Schemas>): EventStream {
  const closing = new AbortController();
  let lastId = '';
  let retryInMs = RETRY_MS;

  function take({ id, type, data }: StreamEvent): void {
    lastId = id;
    const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
    const detail = schema && parse(schema, parseJson(data));
    if (detail?.ok) onEvent({ event: type, detail: detail.value } as EventOf<Schemas>);
  }

  /** Reads one stream to its end. Returns the status of an answer without one. */
  async function follow(): Promise<number | undefined> {
    const silence = new AbortController();
    let cancel = () => {};
    const expectNext = () => {
      cancel();
      cancel = clock.after(SILENCE_MS, () => silence.abort());
    };
    const connect = () =>
      fetch(url, {
        cache: 'no-store',
        headers: { Accept: 'text/event-stream', ...(lastId !== '' && { 'Last-Event-ID': lastId }) },
        signal: AbortSignal.any([closing.signal, silence.signal]),
      }).catch(() => undefined);

    try {
      expectNext();
      const response = await connect();
      if (!response?.ok) return response?.status;
      const parts = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const reader = createEventReader(lastId);
      for (;;) {
        const part = await parts?.read().catch(() => undefined);
        if (part?.value === undefined) return undefined;
        expectNext();
        for (const event of reader.push(part.value)) if (!closing.signal.aborted) take(event);
        retryInMs = reader.retryInMs() ?? retryInMs;
      }
    } finally {
      cancel();
    }
  }

  async function keepOpen(): Promise<void> {
    while (!closing.signal.aborted) {
      const status = await follow();
      if (closing.signal.aborted) return;
      onLost(status);
      await pause(clock, retryInMs, closing.signal);
    }
  }

  void keepOpen();
  return { dispose: () => closing.abort() };
}
