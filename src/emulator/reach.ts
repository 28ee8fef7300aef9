import { isLoopback } from './base/webhook-url.ts';
import type { EmulatorOptions } from './emulator.ts';
import { LEAST_KEY } from './faults/control.ts';

/**
 * Throws when others than this machine would come in though nobody has said so, or by a key that could be guessed (S-90). The keys that
 * the platform makes itself are long.
 */
export function checkReach({
  listen = '127.0.0.1',
  allowNetwork = false,
  controlKey,
  connectors = [],
  keys = [],
}: EmulatorOptions): void {
  if (isLoopback(listen)) return;
  if (!allowNetwork || controlKey === undefined)
    throw new Error(
      `${listen || 'every address'} is within reach of other machines; to let them in, give both allowNetwork (--allow-network) ` +
        'and controlKey (--control-key-file or FOYER_CONTROL_KEY), else listen on 127.0.0.1',
    );
  const given = [...connectors.map(({ token }) => token), ...keys.map(({ key }) => key)];
  if (given.some((key) => key.length < LEAST_KEY))
    throw new Error(
      `${listen} is within reach of other machines, and a connector token or key has fewer than ${LEAST_KEY} characters`,
    );
}
