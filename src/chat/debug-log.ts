import { createEmitter } from '../base/emitter.ts';
import { encode } from '../protocol/codec.ts';
import type { Effect, Input } from './state.ts';

/**
 * One line of the event log, plain JSON: what happened to the client, with every frame as it came, or what the client did
 * about it. Access tokens read `***`. A log of all entries, one a line, is what `foyer-chat replay` takes.
 */
export type DebugEntry =
  | { readonly in: Input }
  /** `at` is milliseconds. What a frame lost on the way in is `{ do: 'emit', name: 'dropped', detail: { what, reason } }`. */
  | { readonly at: number; readonly out: DebugEffect };

type DebugEffect =
  | Exclude<Effect, { do: 'send-frame' }>
  | { readonly do: 'send-frame'; readonly socket: number; readonly text: string };

const MASK = '***';

/** Turns steps into entries. A hook that throws is the embedding page's own fault and stops nothing here. */
export function debugLog(
  hook: (entry: DebugEntry) => void,
): (input: Input, effects: readonly Effect[]) => void {
  const emitter = createEmitter<{ entry: DebugEntry }>();
  const tokens = new Set<string>();
  emitter.on('entry', hook);

  function tell(entry: DebugEntry): void {
    let text = JSON.stringify(entry);
    for (const token of tokens) text = text.replaceAll(token, MASK);
    emitter.emit('entry', JSON.parse(text));
  }

  function learn(token: string): void {
    // As it stands in JSON, and in the query of an address.
    tokens.add(JSON.stringify(token).slice(1, -1));
    tokens.add(new URLSearchParams({ token }).toString().slice('token='.length));
  }

  return (input, effects) => {
    if (input.is === 'relay-answered' && input.answer.is === 'grant') learn(input.answer.grant.access_token);
    tell({ in: input });
    for (const effect of effects) {
      const out =
        effect.do === 'send-frame'
          ? { do: effect.do, socket: effect.socket, text: encode(effect.command, effect.dialect) }
          : effect;
      tell({ at: input.at, out });
    }
  };
}
