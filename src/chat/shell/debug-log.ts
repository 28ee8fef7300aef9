import { createEmitter } from '../../base/emitter.ts';
import { encode } from '../../protocol/codec.ts';
import type { Effect, Input } from '../model/state.ts';

/**
 * Entry of the event log, plain JSON: an input of the client, with every frame as received, or an effect of the client.
 * Access tokens read `***`. The command `replay` reads a log with one entry per line.
 */
export type DebugEntry =
  | { readonly in: Input }
  /** `at` is in milliseconds. A dropped part is `{ type: 'emit', name: 'dropped', detail: { what, reason } }`. */
  | { readonly at: number; readonly out: DebugEffect };

type DebugEffect =
  | Exclude<Effect, { type: 'send-frame' }>
  | { readonly type: 'send-frame'; readonly socket: number; readonly text: string };

const MASK = '***';

/** Converts steps to log entries. An error of the hook is reported and otherwise ignored. */
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

  // A copy, so that the hook cannot keep or change the client's state.
  const log = (entry: DebugEntry): void => emitter.emit('entry', JSON.parse(JSON.stringify(entry, masked)));

  /** Masks a token as it is, in a JSON frame and in the query of a URL. */
  function mask(token: string): void {
    secrets.add(token).add(JSON.stringify(token).slice(1, -1)).add(encodeURIComponent(token));
    secrets.add(new URLSearchParams({ token }).toString().slice('token='.length));
  }

  return (input, effects) => {
    if (input.type === 'relay-answered' && input.answer.type === 'grant')
      mask(input.answer.grant.access_token);
    log({ in: input });
    for (const effect of effects) {
      const out =
        effect.type === 'send-frame'
          ? { type: effect.type, socket: effect.socket, text: encode(effect.command, effect.dialect) }
          : effect;
      log({ at: input.at, out });
    }
  };
}
