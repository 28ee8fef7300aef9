import * as z from 'zod';
import { DIALECTS } from '../../protocol/dialect.ts';
import { CHUNK_JOINS } from '../../protocol/relay.ts';
import { LOG_LEVELS } from '../log.ts';
import {
  ADMIN_KEYS_EXPECTED,
  ADMIN_LISTEN_EXPECTED,
  adminKeys,
  adminListen,
  CONNECTOR_TOKEN_EXPECTED,
  CONSOLE_SCOPES_EXPECTED,
  CONSOLE_USER_HEADER_EXPECTED,
  connectorToken,
  consoleScopes,
  consoleUserHeader,
  identifier,
  origins,
  printable,
  reportUrl,
  SECURITY_CONTACT_EXPECTED,
  STORE_URL_EXPECTED,
  securityContacts,
  storeUrl,
  TRUST_PROXY_EXPECTED,
  trustProxy,
  upstreamUrl,
  WEBHOOK_SECRETS_EXPECTED,
  webhookSecrets,
  webhookUrl,
} from './values.ts';

/** Whether browsers connect to the platform, or to the relay, which connects to the platform (contract §4). */
const SOCKETS = ['direct', 'proxy'] as const;
/** `auto`: the relay and its clients find the dialect that the platform speaks (M-1.6 to M-1.8). */
const DIALECT_SETTINGS = ['auto', ...DIALECTS] as const;
const FLAGS = ['true', 'false'] as const;
const SWITCH = ['on', 'off'] as const;
/** Whether sessions are bound to their browser: where cookies work, always, never (contract §4). */
const BINDINGS = ['auto', 'required', 'off'] as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((it) => it <= 65_535);

/** Supervisors end a process that takes longer to stop. */
const MAX_DRAIN_S = 300;
const drain = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((it) => it <= MAX_DRAIN_S);

/** Far more than a relay can serve. */
const MOST = 1_000_000;
/** None of the limits can be switched off. */
const limit = z
  .string()
  .regex(/^[1-9]\d{0,6}$/)
  .transform(Number)
  .refine((it) => it <= MOST);

const AN_UPSTREAM = 'an https URL without credentials and query; http only on a loopback host';
const AN_IDENTIFIER = 'letters, digits, dots, hyphens and underscores';
/** Schemas whose custom issues say what is expected. */
const EXPLAINED = new Set<z.ZodType>([
  origins,
  adminKeys,
  webhookSecrets,
  trustProxy,
  connectorToken,
  storeUrl,
  securityContacts,
]);

const setting = <S extends z.ZodType>(schema: S, expected: string) => ({ schema, expected });
const perMinute = (byDefault: number, of: string) =>
  setting(z.prefault(limit, String(byDefault)), `the number of ${of} a minute, from 1 to ${MOST}`);

/** All configuration keys: schema, and the text that describes a valid value. No message may contain the actual value. */
const SETTINGS = {
  FOYER_PORT: setting(z.prefault(port, '8080'), 'a port number from 0 to 65535'),
  FOYER_LISTEN: setting(
    z.prefault(z.string().regex(/^[\w.:-]+$/), '127.0.0.1'),
    'an IP address or a host name to listen on',
  ),
  FOYER_ADMIN_LISTEN: setting(z.optional(adminListen), ADMIN_LISTEN_EXPECTED),
  FOYER_PUBLIC_URL: setting(z.optional(upstreamUrl), AN_UPSTREAM),
  FOYER_MESSAGING_URL: setting(upstreamUrl, AN_UPSTREAM),
  FOYER_CONNECTOR_TOKEN: setting(connectorToken, CONNECTOR_TOKEN_EXPECTED),
  FOYER_HOST_IDENTIFIER: setting(
    printable,
    'the host registered with the connector, printable ASCII without spaces',
  ),
  FOYER_DIALECT: setting(
    z.prefault(z.enum(DIALECT_SETTINGS), 'auto'),
    `one of ${DIALECT_SETTINGS.join(' ')}`,
  ),
  FOYER_ALLOWED_ORIGINS: setting(
    origins,
    'a comma-separated list of origins such as https://shop.example.com',
  ),
  FOYER_SOCKET: setting(z.prefault(z.enum(SOCKETS), 'direct'), SOCKETS.join(' or ')),
  FOYER_CHUNK_JOIN: setting(z.prefault(z.enum(CHUNK_JOINS), 'none'), CHUNK_JOINS.join(' or ')),
  FOYER_SEND_DEVICE_TYPE: setting(z.prefault(z.enum(FLAGS), 'false'), FLAGS.join(' or ')),
  FOYER_BASE_URL: setting(z.optional(upstreamUrl), AN_UPSTREAM),
  FOYER_BASE_API_KEY: setting(
    z.optional(printable),
    'the API key of the base host, printable ASCII without spaces',
  ),
  FOYER_ALERTS_API_KEY: setting(
    z.optional(printable),
    'the API key for alerts on the base host, printable ASCII without spaces',
  ),
  FOYER_PLATFORM_URL: setting(z.optional(upstreamUrl), AN_UPSTREAM),
  FOYER_PLATFORM_API_KEY: setting(
    z.optional(printable),
    'the API key of the platform host, printable ASCII without spaces',
  ),
  FOYER_PLATFORM_LEGACY_API_KEY: setting(
    z.optional(printable),
    'the API key for conversations of v1 and v2, printable ASCII without spaces',
  ),
  FOYER_OUTBOUND_URL: setting(z.optional(upstreamUrl), AN_UPSTREAM),
  FOYER_OUTBOUND_TOKEN: setting(
    z.optional(printable),
    'the token for outbound calls, printable ASCII without spaces',
  ),
  FOYER_ACCOUNT_ID: setting(z.optional(identifier), AN_IDENTIFIER),
  FOYER_PROJECT_ID: setting(z.optional(identifier), AN_IDENTIFIER),
  FOYER_BRANCH_ID: setting(z.prefault(identifier, 'main'), AN_IDENTIFIER),
  FOYER_ADMIN_KEYS: setting(z.optional(adminKeys), ADMIN_KEYS_EXPECTED),
  FOYER_CONSOLE_USER_HEADER: setting(z.optional(consoleUserHeader), CONSOLE_USER_HEADER_EXPECTED),
  FOYER_CONSOLE_SCOPES: setting(z.optional(consoleScopes), CONSOLE_SCOPES_EXPECTED),
  FOYER_WEBHOOK_SECRETS: setting(z.optional(webhookSecrets), WEBHOOK_SECRETS_EXPECTED),
  FOYER_RESUME_BINDING: setting(z.prefault(z.enum(BINDINGS), 'auto'), `one of ${BINDINGS.join(' ')}`),
  FOYER_STORE_URL: setting(z.prefault(storeUrl, 'memory:'), STORE_URL_EXPECTED),
  FOYER_INSIGHTS: setting(z.prefault(z.enum(SWITCH), 'on'), SWITCH.join(' or ')),
  FOYER_DRAIN_S: setting(z.prefault(drain, '10'), `a number of seconds from 0 to ${MAX_DRAIN_S}`),
  FOYER_MAX_CONNECTIONS: setting(z.prefault(limit, '10000'), `a number of connections from 1 to ${MOST}`),
  FOYER_TRUST_PROXY: setting(z.optional(trustProxy), TRUST_PROXY_EXPECTED),
  FOYER_LIMIT_CREATE_PER_ADDRESS: perMinute(10, 'new sessions of one address'),
  FOYER_LIMIT_CREATE_PER_ORIGIN: perMinute(6_000, 'new sessions of one allowed origin'),
  FOYER_LIMIT_RESUME_PER_ADDRESS: perMinute(60, 'resumes of one address'),
  FOYER_LIMIT_STATUS_PER_ADDRESS: perMinute(
    60,
    "requests of one address for a session's state, of ends, and of origin checks",
  ),
  FOYER_LIMIT_SOCKETS_PER_ADDRESS: perMinute(60, 'socket handshakes of one address in proxy mode'),
  FOYER_FEEDBACK_WEBHOOK_URL: setting(
    z.optional(webhookUrl),
    'an https URL without credentials; http only on a loopback host',
  ),
  FOYER_CSP_REPORT_URL: setting(
    z.optional(reportUrl),
    'an https URL without credentials, fragment, comma and semicolon',
  ),
  FOYER_SECURITY_CONTACT: setting(z.optional(securityContacts), SECURITY_CONTACT_EXPECTED),
  FOYER_LOG_LEVEL: setting(z.prefault(z.enum(LOG_LEVELS), 'info'), `one of ${LOG_LEVELS.join(' ')}`),
  FOYER_WIDGET_CONFIG: setting(z.optional(z.string()), 'the path of a readable JSON file'),
};
export type Key = keyof typeof SETTINGS;
export const KEYS = Object.keys(SETTINGS) as Key[];

const shape = Object.fromEntries(KEYS.map((key) => [key, SETTINGS[key].schema]));
const settings = z.object(shape as { [K in Key]: (typeof SETTINGS)[K]['schema'] });
export type Settings = z.output<typeof settings>;

export const expectedOf = (key: Key): string => SETTINGS[key].expected;

/** The default of a key as text; undefined: the key is optional; `required`: it has no default. */
export function defaultOf(key: Key): string | undefined {
  const schema: z.ZodType = SETTINGS[key].schema;
  if (schema instanceof z.ZodOptional) return undefined;
  return schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : 'required';
}

const isExplained = (key: Key): boolean => {
  const schema: z.ZodType = SETTINGS[key].schema;
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault;
  return EXPLAINED.has(isWrapped ? (schema.unwrap() as z.ZodType) : schema);
};

/** An issue with one key. */
export interface SettingIssue {
  readonly key: Key;
  readonly expected: string;
}

/** Parses the raw text of all keys; `values` is undefined when one of them is invalid. */
export function parseSettings(raw: Readonly<Record<string, string | undefined>>): {
  readonly values: Settings | undefined;
  readonly issues: readonly SettingIssue[];
} {
  const parsed = settings.safeParse(raw);
  const issues = (parsed.error?.issues ?? []).map((issue): SettingIssue => {
    const key = issue.path[0] as Key;
    const isOwnText = issue.code === 'custom' && isExplained(key);
    return { key, expected: isOwnText ? issue.message : expectedOf(key) };
  });
  return { values: parsed.data, issues };
}
