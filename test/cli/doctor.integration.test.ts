import { afterEach, describe, expect, it } from 'vitest';
import { settingsFor } from '../../src/cli/emulator-settings.ts';
import { run } from '../../src/cli/run.ts';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';

const running: Emulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close();
});

/** Runs the doctor with the configuration for a local platform. Returns its output and exit status. */
async function ask(wrong: Record<string, string> = {}, ...args: readonly string[]) {
  const emulator = await startEmulator();
  running.push(emulator);
  const printed: string[] = [];
  const status = await run(['doctor', ...args], {
    print: (line) => printed.push(line),
    printError: (line) => printed.push(line),
    env: { ...settingsFor(emulator), FOYER_ALLOWED_ORIGINS: 'https://shop.example.com', ...wrong },
    files: { read: (file) => (file === 'empty' ? '\n' : undefined) },
    untilStopped: () => Promise.resolve(),
  });
  return { status, printed };
}

describe('foyer-relay doctor', () => {
  it('prints one line for each check and exits with 0 when nothing is wrong', async () => {
    expect(await ask({}, '--origin', 'https://shop.example.com')).toEqual({
      status: 0,
      printed: [
        'ok    visitor tokens: the platform issues them for this connector and host',
        'ok    sockets: the platform opens them',
        'ok    dialect: the platform speaks service; auto detects it',
        'ok    allowed origins: pages of https://shop.example.com may use the relay',
        'ok    store: in memory: fine for one relay; conversations cannot be resumed after a restart',
        'ok    base host: it accepts the key and knows the agent and the branch',
        'ok    platform host: it accepts the key and returns conversations of the project',
        'ok    outbound calls: the host accepts the token',
        '-     admin side: FOYER_ADMIN_KEYS is not set: nobody can use it',
      ],
    });
  });

  it('exits with 1 when something is wrong, and says what', async () => {
    const { status, printed } = await ask({ FOYER_HOST_IDENTIFIER: 'shop.example.org' });
    expect([status, printed.filter((line) => line.startsWith('ERROR'))]).toEqual([
      1,
      [
        'ERROR visitor tokens: the platform does not accept FOYER_HOST_IDENTIFIER for this connector; it must be the registered host or a subdomain of it',
      ],
    ]);
  });

  it.each([
    ['FOYER_BASE_URL', 'us, uk, eu, studio'],
    ['FOYER_PLATFORM_URL', 'us, uk, euw'],
  ])('reports a host without region in %s before any call', async (key, regions) => {
    expect(await ask({ [key]: 'https://api.platform.example' })).toEqual({
      status: 1,
      printed: [
        `ERROR ${key} is malformed; expected an https URL without credentials, query and fragment (http only on a loopback host) whose host begins with its region: ${regions}, or one such as ap-south-1`,
      ],
    });
  });

  it.each(['nowhere', 'empty'])('reports a key file without a key that can be read: %s', async (file) => {
    const through = ['--through', 'https://chat.example.com', '--key-file', file];
    expect(await ask({}, ...through)).toEqual({
      status: 1,
      printed: [`unable to run doctor; --key-file ${file} names no file with a key that can be read`],
    });
  });

  it('reports an unknown project', async () => {
    const { printed } = await ask({ FOYER_PROJECT_ID: 'nobody' });
    expect(printed.filter((line) => line.startsWith('ERROR'))).toEqual([
      'ERROR base host: it accepts the key, but does not know FOYER_PROJECT_ID with FOYER_BRANCH_ID',
      'ERROR platform host: it accepts the key, but does not know FOYER_ACCOUNT_ID with FOYER_PROJECT_ID',
    ]);
  });
});
