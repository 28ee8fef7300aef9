import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/cli/command.ts';
import { helpOf } from '../../src/cli/help.ts';
import { KEYS } from '../../src/relay/config/settings.ts';

const emulator = {
  type: 'emulator',
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

const doctor = {
  type: 'doctor',
  origin: undefined,
  through: undefined,
  keyFile: undefined,
  audit: [],
  trail: undefined,
};

const conformance = {
  type: 'conformance',
  url: 'https://chat.example',
  token: undefined,
  tokenFile: undefined,
  host: undefined,
  says: ['Hello'],
  writes: false,
  isJson: false,
};

const NOW = Date.UTC(2027, 0, 31, 23, 59);

describe('parseCommand', () => {
  it.each<[string, object]>([
    ['', { type: 'help', of: undefined }],
    ['--help', { type: 'help', of: undefined }],
    ['demo -h', { type: 'help', of: 'demo' }],
    ['emulator --port 80 --help', { type: 'help', of: 'emulator' }],
    ['dance --help', { type: 'refuse', why: 'unknown command "dance"' }],
    ['--version', { type: 'version' }],
    ['-v', { type: 'version' }],
    ['demo', { type: 'demo', port: 8080, isEmpty: false }],
    ['demo --port 0', { type: 'demo', port: 0, isEmpty: false }],
    ['demo --port=9000', { type: 'demo', port: 9000, isEmpty: false }],
    [
      'demo --agent http://127.0.0.1:11434/v1',
      { type: 'demo', port: 8080, isEmpty: false, agent: 'http://127.0.0.1:11434/v1' },
    ],
    ['demo --empty', { type: 'demo', port: 8080, isEmpty: true }],
    ['help', { type: 'help', of: undefined }],
    ['help start', { type: 'help', of: 'start' }],
    ['help dance', { type: 'refuse', why: 'unknown command "dance"' }],
    ['version', { type: 'version' }],
    ['start', { type: 'start', isCheck: false }],
    ['start --check', { type: 'start', isCheck: true }],
    ['doctor', doctor],
    [
      'doctor --origin https://a.example --through https://chat.example --key-file key',
      { ...doctor, origin: 'https://a.example', through: 'https://chat.example', keyFile: 'key' },
    ],
    ['doctor --audit one two', { ...doctor, audit: ['one', 'two'] }],
    [`doctor --audit --trail ${'0a'.repeat(32)} one`, { ...doctor, audit: ['one'], trail: '0a'.repeat(32) }],
    [
      'doctor --audit --trail 12 one',
      { type: 'refuse', why: '--trail expects the 64 hexadecimal digits of a record in the log' },
    ],
    [`doctor --trail ${'0a'.repeat(32)}`, { type: 'refuse', why: '--trail requires --audit' }],
    ['doctor --audit', { type: 'refuse', why: 'doctor expects files after --audit, and nowhere else' }],
    ['doctor one', { type: 'refuse', why: 'doctor expects files after --audit, and nowhere else' }],
    [
      'doctor --audit one --origin https://a.example',
      { type: 'refuse', why: '--audit checks the files and nothing else' },
    ],
    ['doctor --key-file key', { type: 'refuse', why: '--key-file requires --through' }],
    ['doctor --port 1', { type: 'refuse', why: expect.stringContaining('--port') }],
    ['conformance https://chat.example', conformance],
    [
      'conformance https://chat.example --token-file token --host shop.example --write --json',
      { ...conformance, tokenFile: 'token', host: 'shop.example', writes: true, isJson: true },
    ],
    [
      'conformance https://chat.example --token 1 --say Hi --say human',
      { ...conformance, token: '1', says: ['Hi', 'human'] },
    ],
    ['conformance', { type: 'refuse', why: 'conformance expects the address of one messaging host' }],
    [
      'conformance https://a.example https://b.example',
      { type: 'refuse', why: 'conformance expects the address of one messaging host' },
    ],
    [
      'conformance https://chat.example --token 1 --token-file token',
      { type: 'refuse', why: '--token and --token-file cannot be given together' },
    ],
    ['replay log.jsonl', { type: 'replay', file: 'log.jsonl' }],
    ['replay', { type: 'refuse', why: 'replay expects one file' }],
    ['replay one two', { type: 'refuse', why: 'replay expects one file' }],
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
      { type: 'refuse', why: '--conversations expects a number from 1 to 1000000' },
    ],
    [
      'emulator --conversations 0',
      { type: 'refuse', why: '--conversations expects a number from 1 to 1000000' },
    ],
    [
      'emulator --conversations 1 --seed 4294967296',
      { type: 'refuse', why: '--seed expects a number from 0 to 4294967295' },
    ],
    ['emulator --agent http://127.0.0.1/agent', { ...emulator, agent: 'http://127.0.0.1/agent' }],
    ['emulator --seed 1', { type: 'refuse', why: '--seed requires --conversations' }],
    ['emulator --control-key-file key.txt', { ...emulator, controlKeyFile: 'key.txt' }],
    ['emulator --listen 192.0.2.1 --allow-network', { ...emulator, listen: '192.0.2.1', allowNetwork: true }],
    ['emulator --allow-network=yes', { type: 'refuse', why: expect.stringContaining('--allow-network') }],
    ['emulator --allow-loopback-webhooks', { ...emulator, allowLoopbackWebhooks: true }],
    [
      'demo --allow-loopback-webhooks',
      { type: 'refuse', why: expect.stringContaining('--allow-loopback-webhooks') },
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
        type: 'refuse',
        why: '--control-origins expects origins such as https://shop.example.com, separated by commas',
      },
    ]),
    [
      'demo --control-key-file key.txt',
      { type: 'refuse', why: expect.stringContaining('--control-key-file') },
    ],
    ['dance', { type: 'refuse', why: 'unknown command "dance"' }],
    ['toString', { type: 'refuse', why: 'unknown command "toString"' }],
    ['demo --port 65536', { type: 'refuse', why: '--port expects a number from 0 to 65535' }],
    ['emulator --port -1', { type: 'refuse', why: expect.stringContaining('--port') }],
    ['emulator --port 1e3', { type: 'refuse', why: '--port expects a number from 0 to 65535' }],
    ['emulator --base-port 65536', { type: 'refuse', why: '--base-port expects a number from 0 to 65535' }],
    [
      'emulator --platform-port x',
      { type: 'refuse', why: '--platform-port expects a number from 0 to 65535' },
    ],
    ['emulator --empty', { type: 'refuse', why: expect.stringContaining('--empty') }],
    ['demo --base-port 1', { type: 'refuse', why: expect.stringContaining('--base-port') }],
    ['emulator --dialect latin', { type: 'refuse', why: '--dialect expects service or poly' }],
    ['start --port 80', { type: 'refuse', why: expect.stringContaining('--port') }],
    ['key --until 2027-01-31', { type: 'key', name: 'ops', scopes: 'read', until: '2027-01-31' }],
    [
      'key --until 2027-01-30',
      { type: 'refuse', why: '--until expects a day that is not over, and 2027-01-30 is' },
    ],
    ['demo shop', { type: 'refuse', why: expect.stringContaining('shop') }],
  ])('reads "%s"', (line, command) => {
    expect(
      parseCommand(
        line.split(' ').filter((word) => word !== ''),
        NOW,
      ),
    ).toEqual(command);
  });

  const COMMANDS = [
    'start',
    'demo',
    'emulator',
    'doctor',
    'behavior',
    'conformance',
    'replay',
    'key',
  ] as const;

  it('the help of the program documents each command', () => {
    for (const command of COMMANDS) expect(helpOf()).toContain(`\n  ${command} `);
  });

  it.each(COMMANDS)('shows help for %s, in lines of a terminal', (command) => {
    const help = helpOf(command);
    expect(help).toContain(`Usage: foyer-relay ${command}`);
    expect(help.split('\n').filter((line) => line.length > 110 && !line.startsWith('  FOYER_'))).toEqual([]);
  });

  it('describes every setting of the relay, with its default', () => {
    const help = helpOf('start');
    for (const key of KEYS) expect(help).toMatch(new RegExp(`\\n  ${key} +\\S`));
    expect(help).toMatch(/FOYER_PORT +a port number from 0 to 65535 \(8080\)/);
    expect(help).toMatch(/FOYER_LIMIT_CREATE_PER_ORIGIN +the number of new sessions .* \(6000\)/);
    expect(help).toMatch(/FOYER_CONNECTOR_TOKEN +the connector token.* \(required\)/);
  });

  it.each([
    'allow-loopback-webhooks',
    'allow-network',
    'base-port',
    'control-key-file',
    'control-origins',
    'conversations',
    'dialect',
    'journal',
    'listen',
    'platform-port',
    'port',
    'seed',
  ])('describes the option --%s of the emulator', (option) => {
    expect(helpOf('emulator')).toContain(`\n  --${option}`);
  });
});
