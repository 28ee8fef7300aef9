import { isLoopback } from '../webhooks/webhook-url.ts';
import type { EmulatorOptions } from './emulator.ts';

/** The shortest key or token that counts as hard to guess. */
const MIN_KEY_LENGTH = 16;

/**
 * Throws when the control key is short enough to be guessed. S-90: also when the platform would listen on an address that other machines can reach without `allowNetwork` and a
 * control key, or with a key or token short enough to be guessed. The keys that the platform creates itself are long.
 */
export function checkExposure({
  listen = '127.0.0.1',
  allowNetwork = false,
  controlKey,
  contextKey,
  connectors = [],
  keys = [],
}: EmulatorOptions): void {
  if (controlKey !== undefined && controlKey.length < MIN_KEY_LENGTH)
    throw new Error(`the control key has fewer than ${MIN_KEY_LENGTH} characters`);
  if (contextKey !== undefined && contextKey.length < MIN_KEY_LENGTH)
    throw new Error(`the context key has fewer than ${MIN_KEY_LENGTH} characters`);
  if (isLoopback(listen)) return;
  if (!allowNetwork || controlKey === undefined)
    throw new Error(
      `${listen || 'every address'} is within reach of other machines; to let them in, give both allowNetwork (--allow-network) ` +
        'and controlKey (--control-key-file or FOYER_CONTROL_KEY), else listen on 127.0.0.1',
    );
  const given = [...connectors.map(({ token }) => token), ...keys.map(({ key }) => key)];
  if (given.some((key) => key.length < MIN_KEY_LENGTH))
    throw new Error(
      `${listen} is within reach of other machines, and a connector token or key has fewer than ${MIN_KEY_LENGTH} characters`,
    );
}
