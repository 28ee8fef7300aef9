import { describe, expect, it } from 'vitest';
import { type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';
import { useBench } from '../../relay/support/bench.ts';

const controlKey = 'a-control-key-for-tests';
const EVERYWHERE = { listen: '0.0.0.0', allowNetwork: true, controlKey };
const exposed = (address: string) =>
  `${address} is within reach of other machines; to let them in, give both allowNetwork (--allow-network) ` +
  'and controlKey (--control-key-file or FOYER_CONTROL_KEY), else listen on 127.0.0.1';
const guessable =
  '0.0.0.0 is within reach of other machines, and a connector token or key has fewer than 16 characters';

describe('S-90: the platform', () => {
  it.each<[string, EmulatorOptions, string]>([
    ['with neither flag nor key', { listen: '0.0.0.0' }, exposed('0.0.0.0')],
    ['without the flag', { listen: '0.0.0.0', controlKey }, exposed('0.0.0.0')],
    ['with a flag that says no', { ...EVERYWHERE, allowNetwork: false }, exposed('0.0.0.0')],
    ['without a control key', { listen: '0.0.0.0', allowNetwork: true }, exposed('0.0.0.0')],
    [
      'with a short control key',
      { ...EVERYWHERE, controlKey: 'short' },
      'the control key has fewer than 16 characters',
    ],
    ['with a short key', { ...EVERYWHERE, keys: [{ family: 'base', key: 'k' }] }, guessable],
    [
      'with a short connector token',
      { ...EVERYWHERE, connectors: [{ token: 'conn-1', hosts: ['localhost'] }] },
      guessable,
    ],
  ])('S-90: refuses to start on an address that other machines can reach %s', async (_, options, message) => {
    await expect(startEmulator(options)).rejects.toThrow(new Error(message));
  });

  it.each([
    '::',
    '192.168.1.10',
    '10.0.0.1',
    '169.254.1.1',
    '::ffff:127.0.0.1',
    'shop.example.com',
    '127.0.0.1.evil.example',
  ])('S-90: treats %s as an address that other machines can reach', async (listen) => {
    await expect(startEmulator({ listen })).rejects.toThrow(new Error(exposed(listen)));
  });

  it('S-90: treats an empty address as one that other machines can reach', async () => {
    await expect(startEmulator({ listen: '' })).rejects.toThrow(new Error(exposed('every address')));
  });

  it('S-90: starts on such an address with both settings, and on loopback without them', async () => {
    const long = 'a-key-of-the-test-itself';
    const starts: EmulatorOptions[] = [
      { ...EVERYWHERE, keys: [{ family: 'base', key: long }] },
      { listen: 'localhost' },
      { listen: '127.0.0.1' },
      { listen: '127.0.0.2' },
    ];
    for (const options of starts) {
      const { messagingUrl, close } = await startEmulator(options);
      expect((await fetch(messagingUrl)).status).toBe(404);
      await close();
    }
  });
});

describe('S-90: a relay', () => {
  const open = useBench();

  it.each([
    '/control',
    '/control/faults',
    '/control/faults/fault-1',
    '/api/v1/access-token',
    '/api/v1/sessions',
    '/ws',
    '/media/lamp.svg',
  ])('S-90: a relay does not serve the platform’s route %s', async (path) => {
    const { call } = await open();
    const answers = [
      await call(path),
      await call(path, { method: 'POST', body: { on: 'connection', do: 'cut' } }),
      await call(path, { method: 'DELETE' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
