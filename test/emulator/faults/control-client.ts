import { afterEach } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { NO_WAIT } from '../support/visitor.ts';

/** A minimal client of the control API for tests. */

export const KEY = 'a-control-key-for-tests';

const running: Emulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close();
});

/** Starts a platform with a control key on a fake clock. It is closed after the test. */
export async function startWithFaults(options: EmulatorOptions = {}) {
  const clock = createFakeClock();
  const emulator = await startEmulator({ clock, pace: NO_WAIT, controlKey: KEY, ...options });
  running.push(emulator);
  return { clock, emulator };
}

export interface ListedFault {
  readonly id: string;
  readonly applied: number;
}

export async function callControl(
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

/** Posts faults. Returns status and body of the answer. */
export async function postFaults(emulator: Pick<Emulator, 'messagingUrl'>, body: unknown) {
  const { status, body: answer } = await callControl(emulator, 'POST', undefined, {
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status, body: answer };
}

/** Injects faults. Throws when they are refused. */
export async function injectFaults(
  emulator: Emulator,
  ...faults: readonly object[]
): Promise<readonly ListedFault[]> {
  const { status, body } = await postFaults(emulator, faults);
  if (status !== 201) throw new Error(`unable to order; ${JSON.stringify(body)}`);
  return (body as { added: readonly ListedFault[] }).added;
}

export async function activeFaults(emulator: Emulator): Promise<readonly ListedFault[]> {
  return ((await callControl(emulator, 'GET')).body as { active: readonly ListedFault[] }).active;
}

export const removeFaults = (emulator: Emulator) => callControl(emulator, 'DELETE');
