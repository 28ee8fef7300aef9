import { parseArgs } from 'node:util';
import { parseUrl } from '../base/url.ts';
import { CHANNELS } from '../behavior/index.ts';
import { DIALECTS } from '../protocol/dialect.ts';
import { endOfDay, SCOPES } from '../relay/config/values.ts';

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;

/** Throws the reason for invalid arguments, as `parseArgs` does. */
function refuse(why: string): never {
  throw new Error(why);
}

function numberOf(option: string, text: string, least: number, most: number): number {
  const isInRange = /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isInRange ? Number(text) : refuse(`${option} expects a number from ${least} to ${most}`);
}

const portOf = (option: string, text = '0') => numberOf(option, text, 0, 65_535);

const MAX_CONVERSATIONS = 1_000_000;
const MAX_SEED = 2 ** 32 - 1;

/** Number and seed of the synthetic conversations. */
function conversationsOf(count: string | undefined, seed: string | undefined) {
  if (count !== undefined)
    return {
      count: numberOf('--conversations', count, 1, MAX_CONVERSATIONS),
      seed: numberOf('--seed', seed ?? '1', 0, MAX_SEED),
    };
  return seed === undefined ? undefined : refuse('--seed requires --conversations');
}

/** A list of origins in the spelling of browsers, because they are compared exactly. */
function originsOf(list: string): readonly string[] {
  const origins = list === '' ? [] : list.split(',').map((origin) => origin.trim());
  const isOrigin = (origin: string) => /^https?:/.test(origin) && parseUrl(origin)?.origin === origin;
  return origins.every(isOrigin)
    ? origins
    : refuse('--control-origins expects origins such as https://shop.example.com, separated by commas');
}

function readDemo(args: string[]) {
  const { values } = parseArgs({ args, options: { port: TEXT, empty: FLAG, agent: TEXT } });
  const { port = '8080', empty: isEmpty = false, agent } = values;
  return { type: 'demo' as const, port: portOf('--port', port), isEmpty, agent };
}

function readStart(args: string[]) {
  const { values } = parseArgs({ args, options: { check: FLAG } });
  return { type: 'start' as const, isCheck: values.check ?? false };
}

function readDoctor(args: string[]) {
  const options = { origin: TEXT, through: TEXT, 'key-file': TEXT, audit: FLAG, trail: TEXT };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { origin, through, 'key-file': keyFile, audit = false, trail } = values;
  if (keyFile !== undefined && through === undefined) refuse('--key-file requires --through');
  if (audit !== positionals.length > 0) refuse('doctor expects files after --audit, and nowhere else');
  if (audit && (origin ?? through) !== undefined) refuse('--audit checks the files and nothing else');
  if (trail !== undefined && !audit) refuse('--trail requires --audit');
  if (trail !== undefined && !/^[\da-f]{64}$/i.test(trail))
    refuse('--trail expects the 64 hexadecimal digits of a record in the log');
  return { type: 'doctor' as const, origin, through, keyFile, audit: positionals, trail };
}

function readKey(args: string[], now: number) {
  const { values } = parseArgs({ args, options: { name: TEXT, scopes: TEXT, until: TEXT } });
  const { name = 'ops', scopes = 'read', until } = values;
  if (!/^[\w.-]{1,64}$/.test(name)) refuse('--name expects letters, digits, dots, hyphens and underscores');
  const named = scopes.split('+');
  if (!named.every((scope) => (SCOPES as readonly string[]).includes(scope)))
    refuse(`--scopes expects ${SCOPES.join(', ')}, joined with +`);
  const end = until === undefined ? Number.POSITIVE_INFINITY : endOfDay(until);
  if (end === undefined) return refuse('--until expects a day such as 2027-01-31');
  if (end <= now) refuse(`--until expects a day that is not over, and ${until} is`);
  return { type: 'key' as const, name, scopes: [...new Set(named)].join('+'), until };
}

function readEmulator(args: string[]) {
  const options = {
    port: TEXT,
    'base-port': TEXT,
    'platform-port': TEXT,
    listen: TEXT,
    journal: TEXT,
    dialect: TEXT,
    conversations: TEXT,
    seed: TEXT,
    agent: TEXT,
    'allow-network': FLAG,
    'allow-loopback-webhooks': FLAG,
    'control-key-file': TEXT,
    'control-origins': TEXT,
  };
  const { values } = parseArgs({ args, options });
  const { listen = '127.0.0.1', journal = ':memory:', dialect = 'service' } = values;
  return {
    type: 'emulator' as const,
    port: portOf('--port', values.port),
    basePort: portOf('--base-port', values['base-port']),
    platformPort: portOf('--platform-port', values['platform-port']),
    listen,
    journal,
    dialect:
      DIALECTS.find((known) => known === dialect) ?? refuse(`--dialect expects ${DIALECTS.join(' or ')}`),
    conversations: conversationsOf(values.conversations, values.seed),
    allowNetwork: values['allow-network'] ?? false,
    allowLoopbackWebhooks: values['allow-loopback-webhooks'] ?? false,
    agent: values.agent,
    controlKeyFile: values['control-key-file'],
    controlOrigins: originsOf(values['control-origins'] ?? ''),
  };
}

function readReplay(args: string[]) {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) return refuse('replay expects one file');
  return { type: 'replay' as const, file };
}

const MAX_REPEATS = 100;

function readBehaviorTest(args: string[]) {
  const options = { repeat: TEXT, against: TEXT, junit: TEXT };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { repeat = '1', against = 'live', junit } = values;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) return refuse('behavior test expects one file');
  return {
    type: 'behavior-test' as const,
    file,
    repeat: numberOf('--repeat', repeat, 1, MAX_REPEATS),
    against,
    junit,
  };
}

function readBehavior(args: string[]) {
  if (args[0] === 'test') return readBehaviorTest(args.slice(1));
  const options = { channel: TEXT, language: TEXT };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { channel, language } = values;
  const [what, ...files] = positionals;
  const [file, ...others] = files;
  if (what === 'lint' && file !== undefined) {
    if (channel || language) refuse('behavior lint expects files and nothing else');
    return { type: 'behavior-lint' as const, files };
  }
  if (what !== 'preview' || file === undefined || others.length > 0)
    return refuse('behavior expects lint with files, or preview or test with one file');
  const known =
    CHANNELS.find((candidate) => candidate === channel) ?? refuse(`--channel expects ${CHANNELS.join(', ')}`);
  if (language === undefined || !/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(language))
    return refuse('--language expects a tag such as en or en-GB');
  return { type: 'behavior-preview' as const, file, channel: known, language };
}

function readConformance(args: string[]) {
  const options = {
    token: TEXT,
    'token-file': TEXT,
    host: TEXT,
    say: { type: 'string', multiple: true },
    write: FLAG,
    json: FLAG,
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { token, 'token-file': tokenFile, host, say: says = ['Hello'], write = false, json = false } = values;
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0)
    return refuse('conformance expects the address of one messaging host');
  if (token !== undefined && tokenFile !== undefined)
    refuse('--token and --token-file cannot be given together');
  return { type: 'conformance' as const, url, token, tokenFile, host, says, writes: write, isJson: json };
}

const READERS = {
  demo: readDemo,
  start: readStart,
  key: readKey,
  doctor: readDoctor,
  emulator: readEmulator,
  replay: readReplay,
  behavior: readBehavior,
  conformance: readConformance,
};

export type CommandName = keyof typeof READERS;

/** A parsed command line. */
export type Command =
  | { readonly type: 'help'; readonly of: CommandName | undefined }
  | { readonly type: 'version' }
  | Readonly<ReturnType<(typeof READERS)[CommandName]>>
  | { readonly type: 'refuse'; readonly why: string };

const isCommand = (name: string): name is CommandName => Object.hasOwn(READERS, name);

/** Parses the arguments after the program's name at a time. Never throws: invalid arguments result in `refuse`. */
export function parseCommand(args: readonly string[], now: number): Command {
  const [name, ...rest] = args;
  if (name === undefined || ['help', '--help', '-h'].includes(name)) {
    const [of] = rest;
    return of === undefined || isCommand(of)
      ? { type: 'help', of }
      : { type: 'refuse', why: `unknown command "${of}"` };
  }
  if (['version', '--version', '-v'].includes(name)) return { type: 'version' };
  if (!isCommand(name)) return { type: 'refuse', why: `unknown command "${name}"` };
  if (rest.includes('--help') || rest.includes('-h')) return { type: 'help', of: name };
  try {
    return READERS[name](rest, now);
  } catch (error) {
    return { type: 'refuse', why: error instanceof Error ? error.message : String(error) };
  }
}
