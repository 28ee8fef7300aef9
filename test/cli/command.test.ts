import { describe, expect, it } from 'vitest';
import { type Command, parseCommand } from '../../src/cli/command.ts';
import { HELP } from '../../src/cli/help.ts';

const emulator = {
  do: 'emulator',
  port: 0,
  basePort: 0,
  platformPort: 0,
  listen: '127.0.0.1',
  journal: ':memory:',
  dialect: 'service',
  conversations: undefined,
  allowNetwork: false,
  allowLoopbackWebhooks: false,
  controlKeyFile: undefined,
  controlOrigins: [],
};

describe('parseCommand', () => {
  it.each<[string, object]>([
    ['', { do: 'help' }],
    ['--help', { do: 'help' }],
    ['demo -h', { do: 'help' }],
    ['--version', { do: 'version' }],
    ['-v', { do: 'version' }],
    ['demo', { do: 'demo', port: 8080 }],
    ['demo --port 0', { do: 'demo', port: 0 }],
    ['demo --port=9000', { do: 'demo', port: 9000 }],
    ['relay', { do: 'relay' }],
    ['doctor', { do: 'doctor', origin: undefined }],
    ['doctor --origin https://a.example', { do: 'doctor', origin: 'https://a.example' }],
    ['doctor --port 1', { do: 'refuse', why: expect.stringContaining('--port') }],
    ['replay log.jsonl', { do: 'replay', file: 'log.jsonl' }],
    ['replay', { do: 'refuse', why: 'replay expects one file' }],
    ['replay one two', { do: 'refuse', why: 'replay expects one file' }],
    ['emulator', emulator],
    ['emulator --port 9001 --journal chats.sqlite', { ...emulator, port: 9001, journal: 'chats.sqlite' }],
    ['emulator --base-port 9002 --platform-port 9003', { ...emulator, basePort: 9002, platformPort: 9003 }],
    ['emulator --listen 0.0.0.0 --dialect poly', { ...emulator, listen: '0.0.0.0', dialect: 'poly' }],
    ['emulator --conversations 1000', { ...emulator, conversations: { count: 1_000, seed: 1 } }],
    [
      'emulator --conversations 1000000 --seed 0',
      { ...emulator, conversations: { count: 1_000_000, seed: 0 } },
    ],
    [
      'emulator --conversations 1000001',
      { do: 'refuse', why: '--conversations expects a number from 1 to 1000000' },
    ],
    [
      'emulator --conversations 0',
      { do: 'refuse', why: '--conversations expects a number from 1 to 1000000' },
    ],
    [
      'emulator --conversations 1 --seed 4294967296',
      { do: 'refuse', why: '--seed expects a number from 0 to 4294967295' },
    ],
    ['emulator --seed 1', { do: 'refuse', why: '--seed expects --conversations beside it' }],
    ['emulator --control-key-file key.txt', { ...emulator, controlKeyFile: 'key.txt' }],
    ['emulator --listen 192.0.2.1 --allow-network', { ...emulator, listen: '192.0.2.1', allowNetwork: true }],
    ['emulator --allow-network=yes', { do: 'refuse', why: expect.stringContaining('--allow-network') }],
    ['emulator --allow-loopback-webhooks', { ...emulator, allowLoopbackWebhooks: true }],
    [
      'demo --allow-loopback-webhooks',
      { do: 'refuse', why: expect.stringContaining('--allow-loopback-webhooks') },
    ],
    [
      'emulator --control-origins https://shop.example.com,http://127.0.0.1:4000',
      { ...emulator, controlOrigins: ['https://shop.example.com', 'http://127.0.0.1:4000'] },
    ],
    ...[
      '*',
      'shop.example.com',
      'https://shop.example.com/',
      'https://Shop.example.com',
      'ws://a',
      'https://a,',
    ].map((origins): [string, object] => [
      `emulator --control-origins ${origins}`,
      {
        do: 'refuse',
        why: '--control-origins expects origins such as https://shop.example.com, with commas between',
      },
    ]),
    ['demo --control-key-file key.txt', { do: 'refuse', why: expect.stringContaining('--control-key-file') }],
    ['dance', { do: 'refuse', why: 'unknown command "dance"' }],
    ['toString', { do: 'refuse', why: 'unknown command "toString"' }],
    ['demo --port 65536', { do: 'refuse', why: '--port expects a number from 0 to 65535' }],
    ['emulator --port -1', { do: 'refuse', why: expect.stringContaining('--port') }],
    ['emulator --port 1e3', { do: 'refuse', why: '--port expects a number from 0 to 65535' }],
    ['emulator --base-port 65536', { do: 'refuse', why: '--base-port expects a number from 0 to 65535' }],
    ['emulator --platform-port x', { do: 'refuse', why: '--platform-port expects a number from 0 to 65535' }],
    ['demo --base-port 1', { do: 'refuse', why: expect.stringContaining('--base-port') }],
    ['emulator --dialect latin', { do: 'refuse', why: '--dialect expects service or poly' }],
    ['relay --port 80', { do: 'refuse', why: expect.stringContaining('--port') }],
    ['demo shop', { do: 'refuse', why: expect.stringContaining('shop') }],
  ])('reads "%s"', (line, command) => {
    expect(parseCommand(line.split(' ').filter((word) => word !== ''))).toEqual(command);
  });

  it('says in its help what it can do', () => {
    const commands: Command['do'][] = ['demo', 'relay', 'emulator', 'replay'];
    for (const command of commands) expect(HELP).toContain(`\n  ${command} `);
  });
});
