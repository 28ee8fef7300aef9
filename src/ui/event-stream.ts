import type * as z from 'zod/v4/core';
import type { Clock } from '../base/clock.ts';
import { DESK_EVENTS, type DeskEvent } from '../protocol/desk.ts';
import { parse } from '../protocol/field-readers.ts';

interface StreamDependencies {
  readonly clock: Clock;
  onEvent(event: DeskEvent): void;
  /** Called when the stream is interrupted. The platform sends the whole state again when it is back. */
  onLost(): void;
}

const RETRY_MS = 3_000;
const NAMES = Object.keys(DESK_EVENTS) as DeskEvent['event'][];

function read(event: DeskEvent['event'], text: string): DeskEvent | undefined {
  const schema: z.$ZodType<unknown> = DESK_EVENTS[event];
  const detail = parse(schema, JSON.parse(text));
  return detail.ok ? ({ event, detail: detail.value } as DeskEvent) : undefined;
}

/** Receives the events of the desk until the page is left. */
export function openEventStream({ clock, onEvent, onLost }: StreamDependencies): void {
  const source = new EventSource('/desk/events');
  for (const name of NAMES) {
    source.addEventListener(name, ({ data }) => {
      const event = read(name, data);
      if (event) onEvent(event);
    });
  }
  source.addEventListener('error', () => {
    onLost();
    // Browsers do not reconnect after a response that is not a stream.
    if (source.readyState === EventSource.CLOSED)
      clock.after(RETRY_MS, () => openEventStream({ clock, onEvent, onLost }));
  });
}
