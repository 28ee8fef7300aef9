import { afterEach } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { AT_ONCE } from '../visitor.ts';

/** Somebody with the control key, for tests: plain `fetch`, nothing clever. */

export const KEY = 'a-control-key-for-tests';

const running: Emulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close();
});

/** A platform on a clock of the test's, that takes faults; closed after the test. */
export async function faulty(options: EmulatorOptions = {}) {
  const clock = createFakeClock();
  const emulator = await startEmulator({ clock, pace: AT_ONCE, controlKey: KEY, ...options });
  running.push(emulator);
  return { clock, emulator };
}

export interface Listed {
  readonly id: string;
  readonly struck: number;
}

export async function ask(
  { messagingUrl }: Pick<Emulator, 'messagingUrl'>,
  method: string,
  path = '/control/faults',
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: unknown }> {
  const answer = await fetch(messagingUrl + path, {
    method,
    headers: { Authorization: `Bearer ${KEY}` },
    ...init,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Status and body of what is answered to an order. */
export async function send(emulator: Pick<Emulator, 'messagingUrl'>, body: unknown) {
  const { status, body: answer } = await ask(emulator, 'POST', undefined, {
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status, body: answer };
}

/** Orders faults that must be understood. */
export async function order(emulator: Emulator, ...faults: readonly object[]): Promise<readonly Listed[]> {
  const { status, body } = await send(emulator, faults);
  if (status !== 201) throw new Error(`unable to order; ${JSON.stringify(body)}`);
  return (body as { added: readonly Listed[] }).added;
}

export async function active(emulator: Emulator): Promise<readonly Listed[]> {
  return ((await ask(emulator, 'GET')).body as { active: readonly Listed[] }).active;
}

export const allWell = (emulator: Emulator) => ask(emulator, 'DELETE');
