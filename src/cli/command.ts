import { parseArgs } from 'node:util';
import { CHANNELS, type Channel } from '../behavior/index.ts';
import { DIALECTS, type Dialect } from '../protocol/dialect.ts';
import { SCOPES } from '../relay/config/values.ts';

/** A parsed command line. */
export type Command =
  | { readonly type: 'help'; readonly of: CommandName | undefined }
  | { readonly type: 'version' }
  | {
      readonly type: 'demo';
      readonly port: number;
      /** Without synthetic conversations and alerts. */
      readonly isEmpty: boolean;
    }
  | { readonly type: 'start' }
  | { readonly type: 'sri' }
  | { readonly type: 'key'; readonly name: string; readonly scopes: string }
  | { readonly type: 'doctor'; readonly origin: string | undefined }
  | {
      readonly type: 'emulator';
      readonly port: number;
      readonly basePort: number;
      readonly platformPort: number;
      readonly listen: string;
      readonly journal: string;
      readonly dialect: Dialect;
      /** Number and seed of the synthetic conversations. */
      readonly conversations: { readonly count: number; readonly seed: number } | undefined;
      readonly allowNetwork: boolean;
      readonly allowLoopbackWebhooks: boolean;
      readonly controlKeyFile: string | undefined;
      readonly controlOrigins: readonly string[];
    }
  | { readonly type: 'replay'; readonly file: string }
  | { readonly type: 'behavior-lint'; readonly files: readonly string[] }
  | {
      readonly type: 'behavior-preview';
      readonly file: string;
      readonly channel: Channel;
      readonly language: string;
    }
  | { readonly type: 'refuse'; readonly why: string };

const OPTIONS = {
  demo: { port: { type: 'string' }, empty: { type: 'boolean' } },
  start: {},
  sri: {},
  key: { name: { type: 'string' }, scopes: { type: 'string' } },
  doctor: { origin: { type: 'string' } },
  emulator: {
    port: { type: 'string' },
    'base-port': { type: 'string' },
    'platform-port': { type: 'string' },
    listen: { type: 'string' },
    journal: { type: 'string' },
    dialect: { type: 'string' },
    conversations: { type: 'string' },
    seed: { type: 'string' },
    'allow-network': { type: 'boolean' },
    'allow-loopback-webhooks': { type: 'boolean' },
    'control-key-file': { type: 'string' },
    'control-origins': { type: 'string' },
  },
  replay: {},
  behavior: {
    channel: { type: 'string' },
    language: { type: 'string' },
  },
} as const;

export type CommandName = keyof typeof OPTIONS;

const refuse = (why: string): Command => ({ type: 'refuse', why });
const isCommand = (name: string): name is CommandName => Object.hasOwn(OPTIONS, name);
const isDialect = (name: string): name is Dialect => (DIALECTS as readonly string[]).includes(name);

function portOf(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;
}

const MAX_CONVERSATIONS = 1_000_000;
const MAX_SEED = 2 ** 32 - 1;
function numberOf(text: string, least: number, most: number): number | undefined {
  const isInRange = /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isInRange ? Number(text) : undefined;
}

/** A list of origins in the spelling of browsers, because they are compared exactly. */
function originsOf(list: string): readonly string[] | undefined {
  const origins = list === '' ? [] : list.split(',').map((it) => it.trim());
  const isOrigin = (it: string) => /^https?:/.test(it) && URL.canParse(it) && new URL(it).origin === it;
  return origins.every(isOrigin) ? origins : undefined;
}

const isChannel = (name: string | undefined): name is Channel =>
  (CHANNELS as readonly (string | undefined)[]).includes(name);

function readBehavior(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS.behavior,
    allowPositionals: true,
  });
  const { channel, language } = values;
  const [what, ...files] = positionals;
  const [file, ...others] = files;
  if (what === 'lint' && file !== undefined) {
    return channel || language
      ? refuse('behavior lint expects files and nothing else')
      : { type: 'behavior-lint', files };
  }
  if (what !== 'preview' || file === undefined || others.length > 0)
    return refuse('behavior expects lint with files, or preview with one file');
  if (!isChannel(channel)) return refuse(`--channel expects ${CHANNELS.join(', ')}`);
  if (language === undefined || !/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(language))
    return refuse('--language expects a tag such as en or en-GB');
  return { type: 'behavior-preview', file, channel, language };
}

function readKey(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: OPTIONS.key });
  const { name = 'ops', scopes = 'read' } = values;
  if (!/^[\w.-]{1,64}$/.test(name))
    return refuse('--name expects letters, digits, dots, hyphens and underscores');
  const named = scopes.split('+');
  if (!named.every((scope) => (SCOPES as readonly string[]).includes(scope)))
    return refuse(`--scopes expects ${SCOPES.join(', ')}, joined with +`);
  return { type: 'key', name, scopes: [...new Set(named)].join('+') };
}

function read(name: CommandName, args: readonly string[]): Command {
  if (name === 'behavior') return readBehavior(args);
  if (name === 'doctor') {
    const { values } = parseArgs({ args: [...args], options: OPTIONS.doctor });
    return { type: 'doctor', origin: values.origin };
  }
  if (name === 'key') return readKey(args);
  // The cast gives all options one type; the parser refuses options of other commands.
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS[name] as typeof OPTIONS.emulator & typeof OPTIONS.demo,
    allowPositionals: name === 'replay',
  });
  const port = portOf(values.port ?? (name === 'demo' ? '8080' : '0'));
  if (port === undefined) return refuse('--port expects a number from 0 to 65535');
  if (name === 'demo') return { type: 'demo', port, isEmpty: values.empty ?? false };
  if (name === 'start' || name === 'sri') return { type: name };
  if (name === 'replay') {
    const [file, ...others] = positionals;
    return file === undefined || others.length > 0
      ? refuse('replay expects one file')
      : { type: 'replay', file };
  }
  const basePort = portOf(values['base-port'] ?? '0');
  if (basePort === undefined) return refuse('--base-port expects a number from 0 to 65535');
  const platformPort = portOf(values['platform-port'] ?? '0');
  if (platformPort === undefined) return refuse('--platform-port expects a number from 0 to 65535');
  const { listen = '127.0.0.1', journal = ':memory:', dialect = 'service' } = values;
  if (!isDialect(dialect)) return refuse(`--dialect expects ${DIALECTS.join(' or ')}`);
  const count = values.conversations === undefined ? 0 : numberOf(values.conversations, 1, MAX_CONVERSATIONS);
  if (count === undefined) return refuse(`--conversations expects a number from 1 to ${MAX_CONVERSATIONS}`);
  const seed = numberOf(values.seed ?? '1', 0, MAX_SEED);
  if (seed === undefined) return refuse(`--seed expects a number from 0 to ${MAX_SEED}`);
  if (count === 0 && values.seed !== undefined) return refuse('--seed requires --conversations');
  const conversations = count === 0 ? undefined : { count, seed };
  const controlOrigins = originsOf(values['control-origins'] ?? '');
  if (controlOrigins === undefined)
    return refuse('--control-origins expects origins such as https://shop.example.com, separated by commas');
  return {
    type: 'emulator',
    port,
    basePort,
    platformPort,
    listen,
    journal,
    dialect,
    conversations,
    allowNetwork: values['allow-network'] ?? false,
    allowLoopbackWebhooks: values['allow-loopback-webhooks'] ?? false,
    controlKeyFile: values['control-key-file'],
    controlOrigins,
  };
}

/** Parses the arguments after the program's name. Never throws: invalid arguments result in `refuse`. */
export function parseCommand(args: readonly string[]): Command {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') return { type: 'help', of: undefined };
  if (name === '--version' || name === '-v') return { type: 'version' };
  if (!isCommand(name)) return refuse(`unknown command "${name}"`);
  if (rest.includes('--help') || rest.includes('-h')) return { type: 'help', of: name };
  try {
    return read(name, rest);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
