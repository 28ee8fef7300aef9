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
  const secrets = new Set<string>();
  emitter.on('entry', hook);

  const masked = (_key: string, value: unknown): unknown =>
    typeof value === 'string'
      ? [...secrets].reduce((text, secret) => text.replaceAll(secret, MASK), value)
      : value;

  // A copy, so that nobody reads on in the client's own state.
  const tell = (entry: DebugEntry): void => emitter.emit('entry', JSON.parse(JSON.stringify(entry, masked)));

  /** As it is, and as it stands in a frame or in the query of an address. */
  function keepOut(token: string): void {
    secrets.add(token).add(JSON.stringify(token).slice(1, -1)).add(encodeURIComponent(token));
    secrets.add(new URLSearchParams({ token }).toString().slice('token='.length));
  }

  return (input, effects) => {
    if (input.is === 'relay-answered' && input.answer.is === 'grant')
      keepOut(input.answer.grant.access_token);
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
