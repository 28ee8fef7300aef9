import * as z from 'zod';
import { DIALECTS } from '../../protocol/dialect.ts';
import { CARRIERS, CHUNK_JOINS } from '../../protocol/relay.ts';
import { LOG_LEVELS } from '../log/log.ts';
import { alertReceivers } from './alert-notify.ts';
import { oidcAccess, oidcIssuer, oidcRedirectUrl } from './oidc-values.ts';
import {
  adminKeys,
  adminListen,
  callPrefixes,
  carriers,
  connectorToken,
  consoleScopes,
  consoleUserHeader,
  hostIdentifier,
  identifier,
  listenAddress,
  origins,
  printable,
  type Setting,
  setting,
  storeKeys,
  storeUrl,
  timeZone,
  trustProxy,
  upstreamUrl,
  webhookSecrets,
} from './values.ts';
import { webhookAddress } from './webhook-address.ts';

const optional = <S extends z.ZodType>({ expected, schema }: Setting<S>) =>
  setting(expected, z.optional(schema));

const withDefault = <S extends z.ZodType>(byDefault: z.input<S>, { expected, schema }: Setting<S>) =>
  setting(expected, z.prefault(schema, byDefault as never));

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  setting(values.length > 2 ? `one of ${values.join(' ')}` : values.join(' or '), z.enum(values));

/** The path of a file. Its content is read separately. */
const pemFile = (of: string) => optional(setting(`the path of a readable PEM file with ${of}`, z.string()));
const key = (of: string) => setting(`${of}, printable ASCII without spaces`, printable);

/** A whole number from `least` to `most`. */
const upTo = (most: number, expected: string, least = 0) =>
  setting(
    expected,
    z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number)
      .refine((value) => value >= least && value <= most),
  );

/** Supervisors kill a process that takes longer to stop. */
const MAX_DRAIN_S = 300;
/** Shorter sessions would end within a conversation. Longer ones end with the platform's token. */
const MIN_SESSION_S = 300;
const MAX_SESSION_S = 604_800;
/** Far more than a relay can serve. */
const MAX_COUNT = 1_000_000;
/** A limit of at least 1: no limit can be switched off. */
const limit = (expected: string) => upTo(MAX_COUNT, `${expected}, from 1 to ${MAX_COUNT}`, 1);
const share = setting(
  'a number from 0 to 1',
  z
    .string()
    .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/)
    .transform(Number),
);
const perMinute = (byDefault: number, of: string) =>
  withDefault(String(byDefault), limit(`the number of ${of} a minute`));

/** All configuration keys. */
const SETTINGS = {
  /** `strict`: the relay starts only with the settings that a bank's reviewer demands (docs/decisions/0037). */
  FOYER_PROFILE: withDefault('standard', oneOf(['standard', 'strict'])),
  FOYER_PORT: withDefault('8080', upTo(65_535, 'a port number from 0 to 65535')),
  FOYER_LISTEN: withDefault('127.0.0.1', listenAddress),
  FOYER_ADMIN_LISTEN: optional(adminListen),
  FOYER_PUBLIC_URL: optional(upstreamUrl),
  FOYER_MESSAGING_URL: upstreamUrl,
  FOYER_CONNECTOR_TOKEN: connectorToken,
  FOYER_HOST_IDENTIFIER: hostIdentifier,
  /** `auto`: the relay and its clients detect the platform's dialect (M-1.6 to M-1.8). */
  FOYER_DIALECT: withDefault('auto', oneOf(['auto', ...DIALECTS])),
  FOYER_ALLOWED_ORIGINS: origins,
  /** `direct`: browsers connect to the platform; `proxy`: they connect to the relay, and the relay to the platform (contract §4). */
  FOYER_SOCKET: withDefault('direct', oneOf(['direct', 'proxy'])),
  /** Ways of a conversation that browsers may use. Their order is fixed; `FOYER_SOCKET=proxy` leaves `direct` out. */
  FOYER_CARRIERS: withDefault(CARRIERS.join(','), carriers),
  FOYER_CHUNK_JOIN: withDefault('none', oneOf(CHUNK_JOINS)),
  FOYER_SEND_DEVICE_TYPE: withDefault('false', oneOf(['true', 'false'])),
  FOYER_BASE_URL: optional(upstreamUrl),
  FOYER_BASE_API_KEY: optional(key('the API key of the base host')),
  FOYER_ALERTS_API_KEY: optional(key('the API key for alerts on the base host')),
  FOYER_PLATFORM_URL: optional(upstreamUrl),
  FOYER_PLATFORM_API_KEY: optional(key('the API key of the platform host')),
  FOYER_PLATFORM_LEGACY_API_KEY: optional(key('the API key for conversations of v1 and v2')),
  FOYER_OUTBOUND_URL: optional(upstreamUrl),
  FOYER_OUTBOUND_TOKEN: optional(key('the token for outbound calls')),
  /** Proof of work for new sessions: above half of a limit, never, or always (docs/decisions/0045). */
  FOYER_CHALLENGE: withDefault('auto', oneOf(['auto', 'off', 'always'])),
  FOYER_CALL_PREFIXES: optional(callPrefixes),
  FOYER_ACCOUNT_ID: optional(identifier),
  FOYER_PROJECT_ID: optional(identifier),
  FOYER_TIME_ZONE: withDefault('UTC', timeZone),
  FOYER_BRANCH_ID: withDefault('main', identifier),
  FOYER_ADMIN_KEYS: optional(adminKeys),
  FOYER_CONSOLE_USER_HEADER: optional(consoleUserHeader),
  FOYER_CONSOLE_SCOPES: optional(consoleScopes),
  FOYER_OIDC_ISSUER: optional(oidcIssuer),
  FOYER_OIDC_CLIENT_ID: optional(key('the id of the relay at the OpenID provider')),
  FOYER_OIDC_CLIENT_SECRET: optional(key('the secret of the relay at the OpenID provider')),
  FOYER_OIDC_REDIRECT_URL: optional(oidcRedirectUrl),
  FOYER_OIDC_GROUPS_CLAIM: withDefault('groups', key('the name of the ID token claim with the groups')),
  FOYER_OIDC_ACCESS: optional(oidcAccess),
  FOYER_WEBHOOK_SECRETS: optional(webhookSecrets),
  FOYER_SESSION_MAX_AGE: optional(
    upTo(MAX_SESSION_S, `a number of seconds from 300 to ${MAX_SESSION_S}`, MIN_SESSION_S),
  ),
  /** Binding of sessions to their browser: if it accepts cookies, always, or never (contract §4). */
  FOYER_RESUME_BINDING: withDefault('auto', oneOf(['auto', 'required', 'off'])),
  FOYER_STORE_URL: withDefault('memory:', storeUrl),
  FOYER_STORE_KEY: optional(storeKeys),
  FOYER_AUDIT_FILE: optional(setting('the path of a file that the relay may append to', z.string())),
  FOYER_INSIGHTS: withDefault('on', oneOf(['on', 'off'])),
  FOYER_MCP_CHANGES: withDefault('off', oneOf(['on', 'off'])),
  FOYER_DRAIN_S: withDefault('30', upTo(MAX_DRAIN_S, `a number of seconds from 0 to ${MAX_DRAIN_S}`)),
  FOYER_MAX_CONNECTIONS: withDefault(
    '10000',
    upTo(MAX_COUNT, `a number of connections from 1 to ${MAX_COUNT}`, 1),
  ),
  FOYER_TRUST_PROXY: optional(trustProxy),
  FOYER_LIMIT_CREATE_PER_ADDRESS: perMinute(10, 'new sessions of one address'),
  FOYER_LIMIT_CREATE_PER_ORIGIN: perMinute(6_000, 'new sessions of one allowed origin'),
  FOYER_LIMIT_RESUME_PER_ADDRESS: perMinute(60, 'resumes of one address'),
  FOYER_LIMIT_STATUS_PER_ADDRESS: perMinute(
    60,
    "requests of one address for a session's state, of ends, and of origin checks",
  ),
  FOYER_LIMIT_SOCKETS_PER_ADDRESS: perMinute(60, 'socket handshakes and polled connections of one address'),
  FOYER_LIMIT_CALLS_PER_KEY: perMinute(10, 'outbound calls of one admin key'),
  FOYER_CA_FILE: pemFile('certificates of authorities'),
  FOYER_CLIENT_CERT_FILE: pemFile('the certificate that the relay shows to the platform'),
  FOYER_CLIENT_KEY_FILE: pemFile('the key of that certificate'),
  FOYER_FEEDBACK_WEBHOOK_URL: optional(webhookAddress),
  FOYER_ALERT_NOTIFY_URL: optional(alertReceivers),
  /** The share of pages that report how the chat went for the visitor. */
  FOYER_VISITOR_HEALTH: withDefault('1', share),
  FOYER_VERIFIED_CONTEXT: withDefault('off', oneOf(['on', 'off'])),
  FOYER_LOG_LEVEL: withDefault('info', oneOf(LOG_LEVELS)),
  FOYER_WIDGET_CONFIG: optional(setting('the path of a readable JSON file', z.string())),
};
export type Key = keyof typeof SETTINGS;
export const KEYS = Object.keys(SETTINGS) as Key[];

/** The settings of the relay as a whole. */
export const SERVER_KEYS = [
  'FOYER_PROFILE',
  'FOYER_PORT',
  'FOYER_LISTEN',
  'FOYER_ADMIN_LISTEN',
  'FOYER_SOCKET',
  'FOYER_CARRIERS',
  'FOYER_ADMIN_KEYS',
  'FOYER_CONSOLE_USER_HEADER',
  'FOYER_CONSOLE_SCOPES',
  'FOYER_OIDC_ISSUER',
  'FOYER_OIDC_CLIENT_ID',
  'FOYER_OIDC_CLIENT_SECRET',
  'FOYER_OIDC_REDIRECT_URL',
  'FOYER_OIDC_GROUPS_CLAIM',
  'FOYER_OIDC_ACCESS',
  'FOYER_STORE_URL',
  'FOYER_STORE_KEY',
  'FOYER_AUDIT_FILE',
  'FOYER_INSIGHTS',
  'FOYER_MCP_CHANGES',
  'FOYER_DRAIN_S',
  'FOYER_MAX_CONNECTIONS',
  'FOYER_TRUST_PROXY',
  'FOYER_CA_FILE',
  'FOYER_CLIENT_CERT_FILE',
  'FOYER_CLIENT_KEY_FILE',
  'FOYER_LOG_LEVEL',
] as const satisfies readonly Key[];
type ServerKey = (typeof SERVER_KEYS)[number];

/** Sites may have admin keys of their own, in addition to the relay's keys. */
type SiteKey = Exclude<Key, ServerKey> | 'FOYER_ADMIN_KEYS';
/** The settings of one site. */
export const SITE_KEYS = KEYS.filter(
  (key): key is SiteKey => key === 'FOYER_ADMIN_KEYS' || !(SERVER_KEYS as readonly Key[]).includes(key),
);

const schemaOf = <K extends Key>(keys: readonly K[]) =>
  z.object(
    Object.fromEntries(keys.map((key) => [key, SETTINGS[key].schema])) as {
      [N in K]: (typeof SETTINGS)[N]['schema'];
    },
  );
export const serverSettings = schemaOf<ServerKey>(SERVER_KEYS);
export const siteSettings = schemaOf<SiteKey>(SITE_KEYS);
export type Settings = z.output<typeof serverSettings> & z.output<typeof siteSettings>;

export const expectedOf = (key: Key): string => SETTINGS[key].expected;

/** The default of a key as text; undefined for an optional key; `required` without a default. */
export function defaultOf(key: Key): string | undefined {
  const schema: z.ZodType = SETTINGS[key].schema;
  if (schema instanceof z.ZodOptional) return undefined;
  return schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : 'required';
}

/** Parses the raw values of a schema's keys; `values` is undefined if one of them is invalid. */
export function parseSettings<S extends z.ZodObject>(
  schema: S,
  raw: Readonly<Record<string, string | undefined>>,
): {
  readonly values: z.output<S> | undefined;
  readonly issues: readonly { readonly key: Key; readonly expected: string }[];
} {
  const error = ({ path }: { readonly path?: PropertyKey[] | undefined }) => expectedOf(path?.[0] as Key);
  const parsed = schema.safeParse(raw, { error });
  const issues = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    key: path[0] as Key,
    expected: message,
  }));
  return { values: parsed.data, issues };
}
