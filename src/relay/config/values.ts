import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { zoneNamed } from '../../base/time-zone.ts';
import { parseUrl } from '../../base/url.ts';
import { CARRIERS } from '../../protocol/relay.ts';
import { isLoopback, isSecure } from '../../protocol/secure-url.ts';
import { isTooWide, parseProxy } from '../http/client-address.ts';
import { parseOrigin } from '../http/origins.ts';
import { isPredictable } from './predictable-secrets.ts';

/** Readers of configuration values. No message may contain the actual value. */

export interface Setting<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  /** Describes a valid value. It is the default message of issues. */
  readonly expected: string;
}

export const setting = <S extends z.ZodType>(expected: string, schema: S): Setting<S> => ({
  schema,
  expected,
});

/** Printable ASCII without spaces, valid as a header value. */
export const printable = z.string().regex(/^[\x21-\x7e]+$/);
/** Minimum length of secrets that clients could try to guess. */
export const MIN_SECRET = 16;
export const hostIdentifier = setting(
  'the host registered with the connector, printable ASCII without spaces',
  printable.refine((value) => !value.includes('://'), {
    error: 'the host registered with the connector, such as shop.example.com, and no URL',
  }),
);
export const connectorToken = setting(
  `the connector token, printable ASCII without spaces, at least ${MIN_SECRET} characters`,
  printable.min(MIN_SECRET).refine((token) => !isPredictable(token), {
    error: 'a connector token that nobody can guess; make a new one at the platform',
    abort: true,
  }),
);
/** An address and a port to listen on. */
export interface ListenAddress {
  readonly listen: string;
  /** 0 means any free port. */
  readonly port: number;
}

/** `10.0.0.5`, `relay.internal:9090`, `[::1]:9090`, `::1`, or a port on loopback. */
const LISTEN =
  /^(?:(?<port>\d{1,5})|(?:(?<host>[\w.-]+)|\[(?<inner>[\da-f:.]+)\])(?::(?<own>\d{1,5}))?|(?<bare>(?=.*:.*:)[\da-f:.]+))$/i;

const listenAt = z
  .string()
  .regex(LISTEN)
  .transform((text) => {
    const { port, host, inner, own, bare } = LISTEN.exec(text)?.groups ?? {};
    const number = port ?? own;
    return {
      listen: host ?? inner ?? bare ?? '127.0.0.1',
      port: number === undefined ? undefined : Number(number),
    };
  })
  .refine(({ port = 0 }) => port <= 65_535);

export const listenAddress = setting(
  'an IP address or a host name, a port, or both, such as 0.0.0.0, 9090, 10.0.0.5:9090 or [::1]:9090',
  listenAt,
);
export const adminListen = setting(
  'a port, or an address and a port such as 10.0.0.5:9090 or [::1]:9090',
  listenAt.transform(({ listen, port }, ctx): ListenAddress => {
    if (port === undefined) ctx.addIssue({ code: 'custom' });
    return { listen, port: port ?? 0 };
  }),
);

/** A path segment of the platform. */
export const identifier = setting(
  'letters, digits, dots, hyphens and underscores',
  z.string().regex(/^[\w.-]{1,200}$/),
);

/** The https or loopback URL of a server, without credentials. */
export const serverUrl = (value: string): URL | undefined => {
  const url = parseUrl(value);
  return url && isSecure(url) && !url.username && !url.password ? url : undefined;
};

/** Trailing slashes are removed. */
export const upstreamUrl = setting(
  'an https URL without credentials and query; http only on a loopback host',
  z
    .string()
    .refine((value) => !/^wss?:/i.test(value), {
      error: 'its address with https:// instead of wss://; the platform provides the address of the sockets',
      abort: true,
    })
    .refine((value) => {
      const url = serverUrl(value);
      return url !== undefined && !url.search && !url.hash;
    })
    .transform((url) => url.replace(/\/+$/, '')),
);

/** S-112: the store holds access tokens, and the connection begins with its password. */
const isPrivate = (value: string): boolean =>
  !value.startsWith('redis:') || isLoopbackName(parseUrl(value)?.hostname ?? '');
const isLoopbackName = (host: string): boolean => isLoopback(host) || /^127(\.\d{1,3}){3}$/.test(host);

export const storeUrl = setting(
  'memory: or an address such as redis://host:6379',
  z
    .string()
    .refine((value) => value === 'memory:' || /^rediss?:\/\/[^/?#]*[^/?#@:]/.test(value), { abort: true })
    .refine(isPrivate, 'rediss:// for a Redis on another machine: redis:// sends access tokens unencrypted'),
);

/** A comma-separated list. An issue names the expected form and the position of the entry, never the entry itself. */
export const listOf = <T>(expected: string, read: (entry: string, expected: string) => Result<T, string>) =>
  setting(
    expected,
    z.string().transform((list, ctx): readonly T[] =>
      list.split(',').flatMap((entry, index) => {
        const value = read(entry.trim(), expected);
        if (value.ok) return [value.value];
        ctx.addIssue({ code: 'custom', message: `${value.error} (entry ${index + 1} is not)` });
        return [];
      }),
    ),
  );

/** A list of carriers, in any order. */
export const carriers = listOf(`a comma-separated list of ${CARRIERS.join(', ')}`, (entry, expected) => {
  const carrier = CARRIERS.find((known) => known === entry);
  return carrier === undefined ? err(expected) : ok(carrier);
});

export const timeZone = setting(
  'a name of the IANA time zone database, such as Europe/Berlin',
  z.string().transform((name, ctx) => {
    const zone = zoneNamed(name);
    if (zone === undefined) ctx.addIssue({ code: 'custom' });
    return zone ?? z.NEVER;
  }),
);

const STORE_KEYS =
  'keys of 64 random hexadecimal digits, separated by commas; make one with openssl rand -hex 32';
/** The first encrypts, all of them decrypt. */
export const storeKeys = listOf(STORE_KEYS, (entry, expected) =>
  /^[\da-f]{64}$/i.test(entry) && !isPredictable(entry) ? ok(entry.toLowerCase()) : err(expected),
);

export const origins = listOf(
  'a comma-separated list of origins such as https://shop.example.com',
  parseOrigin,
);

const PROXIES = 'IP addresses, ranges such as 10.0.0.0/8, or loopback';
export const trustProxy = listOf(PROXIES, (entry, expected) => {
  const ranges = parseProxy(entry);
  if (!ranges) return err(expected);
  // Visitors in a trusted range could choose the address that rate limits count.
  if (ranges.some(isTooWide)) return err(`${expected}; a range that visitors come from is refused`);
  return ok(ranges);
});

/** Scopes of admin keys: all reads; all changes and debug chat; placing calls; seeing personal data (contract §9). */
export const SCOPES = ['read', 'write', 'call', 'pii'] as const;
export type Scope = (typeof SCOPES)[number];

const isScope = (name: string): name is Scope => (SCOPES as readonly string[]).includes(name);
/** Sorted as in `SCOPES`. */
const scopesIn = (text: string): readonly Scope[] => {
  const named = new Set(text.toLowerCase().split('+'));
  return SCOPES.filter((scope) => named.has(scope));
};

export const consoleScopes = setting(
  `scopes of ${SCOPES.join(', ')}, joined with +`,
  z
    .string()
    .refine((text) => text.toLowerCase().split('+').every(isScope))
    .transform(scopesIn),
);

/** Headers that browsers or the relay's own rules set. They identify nobody. */
const OTHER_HEADERS =
  /^(?:accept.*|authorization|connection|content-.*|cookie|forwarded|host|origin|referer|sec-.*|user-agent|via|traceparent|x-csrf-token|x-forwarded-(?:for|host|proto|port)|x-(?:request|correlation|trace|amzn-trace)-id|(?:x-real|x-client|true-client|fastly-client|cf-connecting)-ip)$/;
/** In lower case. */
export const consoleUserHeader = setting(
  'the name of a header that the proxy sets, such as X-Forwarded-User, and that has no other use',
  z
    .string()
    .regex(/^[a-z][\w-]{0,63}$/i)
    .transform((name) => name.toLowerCase())
    .refine((name) => !OTHER_HEADERS.test(name)),
);

/** An admin key. Only its hash is configured, never the key itself. */
export interface AdminKey {
  readonly name: string;
  /** The site of the key; undefined: all sites of the relay. */
  readonly site: string | undefined;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the key, in lower-case hexadecimal digits. */
  readonly hash: string;
  /** Accounts and projects of the key; undefined: all. */
  readonly bindings: readonly KeyBinding[] | undefined;
  /** Milliseconds since the epoch; undefined: the key does not expire. */
  readonly expiresAt?: number | undefined;
}

/** An account of the platform, or one project of it. */
export interface KeyBinding {
  readonly account: string;
  /** undefined: the whole account. */
  readonly project: string | undefined;
}

const ADMIN_KEY =
  /^([\w.-]{1,64}):([a-z]+(?:\+[a-z]+)*):([\da-f]{64})(?::([\w.+/-]+))?(?::until=(\d{4}-\d\d-\d\d))?$/i;
const DAY_MS = 86_400_000;

const ADMIN_KEYS =
  'entries of name:scopes:hash, the scopes of read, write, call and pii joined with +, the hash the SHA-256 of the key in 64 hexadecimal digits; to bind a key, :account/project follows, several joined with +; :until=2027-01-31 is its last day';

/** The end of a UTC day; undefined for an invalid date. */
export function endOfDay(day: string): number | undefined {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day
    ? undefined
    : start + DAY_MS;
}

/** Reads `account/project+account`; undefined for a malformed text. */
function parseBindings(text: string): readonly KeyBinding[] | undefined {
  const entries = text.split('+').map((entry) => entry.split('/'));
  const isWhole = entries.every(
    (ids) => ids.length <= 2 && ids.every((id) => identifier.schema.safeParse(id).success),
  );
  return isWhole ? entries.map(([account = '', project]) => ({ account, project })) : undefined;
}

export const adminKeys = listOf<AdminKey>(ADMIN_KEYS, (entry, expected) => {
  const [, name, scopes, hash, binding, lastDay] = ADMIN_KEY.exec(entry) ?? [];
  const bindings = binding === undefined ? undefined : parseBindings(binding);
  const areScopes = scopes?.toLowerCase().split('+').every(isScope);
  const expiresAt = lastDay === undefined ? undefined : endOfDay(lastDay);
  if (!name || !scopes || !areScopes || !hash || (binding && !bindings)) return err(expected);
  if (lastDay !== undefined && expiresAt === undefined) return err(expected);
  return ok({
    name,
    site: undefined,
    scopes: scopesIn(scopes),
    hash: hash.toLowerCase(),
    bindings,
    expiresAt,
  });
});

/** Signature secret of the webhooks with a name. */
export interface WebhookSecret {
  readonly name: string;
  readonly secret: string;
}

const WEBHOOK_SECRETS = `entries of name:secret, printable ASCII without spaces, each secret at least ${MIN_SECRET} characters`;
export const webhookSecrets = listOf<WebhookSecret>(WEBHOOK_SECRETS, (entry, expected) => {
  const [, name, secret] = /^([\w.-]{1,64}):([\x21-\x7e]+)$/.exec(entry) ?? [];
  if (!name || !secret || secret.length < MIN_SECRET) return err(expected);
  if (isPredictable(secret)) return err('secrets that nobody can guess; rotate this one at the platform');
  return ok({ name, secret });
});

/** Prefixes of phone numbers in E.164. */
export const callPrefixes = listOf('prefixes of phone numbers such as +44 or +4930', (entry, expected) =>
  /^\+[1-9]\d{0,14}$/.test(entry) ? ok(entry) : err(expected),
);

/** The configurable limits: requests per minute. */
export interface ConfiguredLimits {
  /** New sessions of an IPv4 address or a /64 IPv6 network. Wider networks have multiples of this limit. */
  readonly createByAddress: number;
  /** New sessions of a site. */
  readonly createByOrigin: number;
  readonly resumeByAddress: number;
  /** Requests for a session's state, and to end it. */
  readonly sessionByAddress: number;
  /** Socket handshakes at the relay, and polled connections. */
  readonly socketsByAddress: number;
  /** Outbound calls of an actor of the admin side. */
  readonly callsByActor: number;
}
