import { afterEach, describe, expect, it } from 'vitest';
import { settingsFor } from '../../src/cli/emulator.ts';
import { run } from '../../src/cli/run.ts';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';

const running: Emulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close();
});

/** What the doctor prints about a relay that is configured for a platform of this machine, and its exit status. */
async function ask(wrong: Record<string, string> = {}, ...args: readonly string[]) {
  const emulator = await startEmulator();
  running.push(emulator);
  const printed: string[] = [];
  const status = await run(['doctor', ...args], {
    print: (line) => printed.push(line),
    complain: (line) => printed.push(line),
    env: { ...settingsFor(emulator), FOYER_ALLOWED_ORIGINS: 'https://shop.example.com', ...wrong },
    files: { read: () => undefined },
    untilStopped: () => Promise.resolve(),
  });
  return { status, printed };
}

describe('foyer-chat doctor', () => {
  it('prints a line for each thing, and ends with 0 where nothing is wrong', async () => {
    expect(await ask({}, '--origin', 'https://shop.example.com')).toEqual({
      status: 0,
      printed: [
        'ok    visitor tokens: the platform gives them to this connector under this host',
        'ok    sockets: the platform answers handshakes',
        'ok    allowed origins: pages of https://shop.example.com may use the relay',
        'ok    store: in memory: right for one relay; conversations cannot be resumed after its restart',
        'ok    base host: it takes the key and knows the agent and the branch',
        'ok    platform host: it takes the key and shows conversations of the project',
        'ok    outbound calls: the host takes the token',
        '-     admin side: FOYER_ADMIN_KEYS is not set: it answers nobody',
      ],
    });
  });

  it('ends with 1 where something is wrong, and says what', async () => {
    const { status, printed } = await ask({ FOYER_HOST_IDENTIFIER: 'shop.example.org' });
    expect([status, printed.filter((line) => line.startsWith('FAULT'))]).toEqual([
      1,
      [
        'FAULT visitor tokens: the platform does not accept FOYER_HOST_IDENTIFIER for this connector; it must be the registered host or below it',
      ],
    ]);
  });

  it.each([
    ['FOYER_BASE_URL', 'us, uk, eu, studio'],
    ['FOYER_PLATFORM_URL', 'us, uk, euw'],
  ])('finds a host without its region in %s, before anything is asked', async (key, regions) => {
    expect(await ask({ [key]: 'https://api.platform.example' })).toEqual({
      status: 1,
      printed: [
        `FAULT ${key} is malformed; expected an https URL without credentials, query and fragment (http only on a loopback host) whose host begins with its region: ${regions}`,
      ],
    });
  });

  it('finds a project that the platform does not know', async () => {
    const { printed } = await ask({ FOYER_PROJECT_ID: 'nobody' });
    expect(printed.filter((line) => line.startsWith('FAULT'))).toEqual([
      'FAULT base host: it takes the key, but does not know FOYER_PROJECT_ID with FOYER_BRANCH_ID',
      'FAULT platform host: it takes the key, but does not know FOYER_ACCOUNT_ID with FOYER_PROJECT_ID',
    ]);
  });
});
