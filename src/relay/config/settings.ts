import * as z from 'zod';
import { DIALECTS } from '../../protocol/dialect.ts';
import { LOG_LEVELS } from '../log.ts';
import {
  ADMIN_KEYS_EXPECTED,
  adminKeys,
  identifier,
  origins,
  printable,
  storeUrl,
  TRUST_PROXY_EXPECTED,
  trustProxy,
  upstreamUrl,
  WEBHOOK_SECRETS_EXPECTED,
  webhookSecrets,
} from './values.ts';

/** Who carries the visitors' sockets: the platform itself, or the relay (contract §4). */
const SOCKETS = ['direct', 'proxy'] as const;
/** Whether a session belongs to the browser that began it: where cookies work, always, never (contract §4). */
const BINDINGS = ['auto', 'required', 'off'] as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((it) => it <= 65_535);

const AN_UPSTREAM = 'an https URL without credentials and query; http only on a loopback host';
const AN_IDENTIFIER = 'letters, digits, dots, hyphens and underscores';
const A_LIST = new Set<z.ZodType>([origins, adminKeys, webhookSecrets, trustProxy]);

const setting = <S extends z.ZodType>(schema: S, expected: string) => ({ schema, expected });

/** Every key of the configuration: how it is read, and what a fault says is expected. No message may ever contain a value. */
const SETTINGS = {
  FOYER_PORT: setting(z.prefault(port, '8080'), 'a port number from 0 to 65535'),
  FOYER_LISTEN: setting(
    z.prefault(z.string().regex(/^[\w.:-]+$/), '127.0.0.1'),
    'an IP address or a host name to listen on',
  ),
  FOYER_MESSAGING_URL: setting(upstreamUrl, AN_UPSTREAM),
  FOYER_CONNECTOR_TOKEN: setting(printable, 'the connector token, printable ASCII without spaces'),
  FOYER_HOST_IDENTIFIER: setting(
    printable,
    'the host registered with the connector, printable ASCII without spaces',
  ),
  FOYER_DIALECT: setting(z.prefault(z.enum(DIALECTS), 'service'), DIALECTS.join(' or ')),
  FOYER_ALLOWED_ORIGINS: setting(
    origins,
    'a comma-separated list of origins such as https://shop.example.com',
  ),
  FOYER_SOCKET: setting(z.prefault(z.enum(SOCKETS), 'direct'), SOCKETS.join(' or ')),
  FOYER_BASE_URL: setting(z.optional(upstreamUrl), AN_UPSTREAM),
  FOYER_BASE_API_KEY: setting(
    z.optional(printable),
    'the API key of the base host, printable ASCII without spaces',
  ),
  FOYER_PLATFORM_URL: setting(z.optional(upstreamUrl), AN_UPSTREAM),
  FOYER_PLATFORM_API_KEY: setting(
    z.optional(printable),
    'the API key of the platform host, printable ASCII without spaces',
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
  FOYER_WEBHOOK_SECRETS: setting(z.optional(webhookSecrets), WEBHOOK_SECRETS_EXPECTED),
  FOYER_RESUME_BINDING: setting(z.prefault(z.enum(BINDINGS), 'auto'), `one of ${BINDINGS.join(' ')}`),
  FOYER_STORE_URL: setting(
    z.prefault(storeUrl, 'memory:'),
    'memory: or an address such as redis://host:6379',
  ),
  FOYER_TRUST_PROXY: setting(z.optional(trustProxy), TRUST_PROXY_EXPECTED),
  FOYER_LOG_LEVEL: setting(z.prefault(z.enum(LOG_LEVELS), 'info'), `one of ${LOG_LEVELS.join(' ')}`),
  FOYER_WIDGET_CONFIG: setting(z.optional(z.string()), 'the path of a readable JSON file'),
};
export type Key = keyof typeof SETTINGS;
export const KEYS = Object.keys(SETTINGS) as Key[];

const shape = Object.fromEntries(KEYS.map((key) => [key, SETTINGS[key].schema]));
const settings = z.object(shape as { [K in Key]: (typeof SETTINGS)[K]['schema'] });
export type Settings = z.output<typeof settings>;

export const expectedOf = (key: Key): string => SETTINGS[key].expected;

const isList = (key: Key): boolean => {
  const { schema } = SETTINGS[key];
  return A_LIST.has(schema) || (schema instanceof z.ZodOptional && A_LIST.has(schema.unwrap() as z.ZodType));
};

/** What is wrong with one key. */
export interface SettingFault {
  readonly key: Key;
  readonly expected: string;
}

/** Reads the raw text of each key; `values` is undefined when one of them is wrong. */
export function parseSettings(raw: Readonly<Record<string, string | undefined>>): {
  readonly values: Settings | undefined;
  readonly faults: readonly SettingFault[];
} {
  const parsed = settings.safeParse(raw);
  const faults = (parsed.error?.issues ?? []).map((issue): SettingFault => {
    const key = issue.path[0] as Key;
    // A list says itself which of its entries is wrong.
    const isEntry = issue.code === 'custom' && isList(key);
    return { key, expected: isEntry ? issue.message : expectedOf(key) };
  });
  return { values: parsed.data, faults };
}
