import * as z from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import { DIALECTS } from '../protocol/dialect.ts';
import { isSecure, type WidgetConfig } from '../protocol/widget-config.ts';
import { readBranding } from './branding.ts';
import { type ConfigFault, readSettings } from './config-sources.ts';
import type { Files } from './files.ts';
import { LOG_LEVELS } from './log.ts';
import { type OriginRule, parseOrigin } from './origins.ts';

export type { ConfigFault } from './config-sources.ts';

const PRINTABLE = /^[\x21-\x7e]+$/;

function isUpstream(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return isSecure(url) && !url.search && !url.hash && !url.username && !url.password;
}

const origins = z.string().transform((list, ctx): readonly OriginRule[] => {
  const entries = list.split(',').map((entry) => entry.trim());
  return entries.flatMap((entry, index) => {
    const rule = parseOrigin(entry);
    if (rule.ok) return [rule.value];
    ctx.addIssue({ code: 'custom', message: `${rule.error} (entry ${index + 1} is not)` });
    return [];
  });
});

/** Every key: how it is read, and what a fault says is expected. No message may ever contain a value. */
const settings = z.object({
  FOYER_PORT: z.prefault(
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port <= 65_535),
    '8080',
  ),
  FOYER_LISTEN: z.prefault(z.string().regex(/^[\w.:-]+$/), '127.0.0.1'),
  FOYER_MESSAGING_URL: z.string().refine(isUpstream),
  FOYER_CONNECTOR_TOKEN: z.string().regex(PRINTABLE),
  FOYER_HOST_IDENTIFIER: z.string().regex(PRINTABLE),
  FOYER_DIALECT: z.prefault(z.enum(DIALECTS), 'service'),
  FOYER_ALLOWED_ORIGINS: origins,
  FOYER_SOCKET: z.prefault(z.literal('direct'), 'direct'),
  FOYER_STORE_URL: z.prefault(z.literal('memory:'), 'memory:'),
  FOYER_LOG_LEVEL: z.prefault(z.enum(LOG_LEVELS), 'info'),
  FOYER_WIDGET_CONFIG: z.optional(z.string()),
});
type Key = keyof typeof settings.shape;

const EXPECTED: Record<Key, string> = {
  FOYER_PORT: 'a port number from 0 to 65535',
  FOYER_LISTEN: 'an IP address or a host name to listen on',
  FOYER_MESSAGING_URL: 'an https URL without credentials and query; http only on a loopback host',
  FOYER_CONNECTOR_TOKEN: 'the connector token, printable ASCII without spaces',
  FOYER_HOST_IDENTIFIER: 'the host registered with the connector, printable ASCII without spaces',
  FOYER_DIALECT: DIALECTS.join(' or '),
  FOYER_ALLOWED_ORIGINS: 'a comma-separated list of origins such as https://shop.example.com',
  FOYER_SOCKET: 'direct; proxy is not available yet in this version',
  FOYER_STORE_URL: 'memory: ; redis:// is not available yet in this version',
  FOYER_LOG_LEVEL: `one of ${LOG_LEVELS.join(' ')}`,
  FOYER_WIDGET_CONFIG: 'the path of a readable JSON file',
};

/** What a relay needs to know. It holds a secret: never log it whole. */
export interface RelayConfig {
  /** 0 takes any free port. */
  readonly port: number;
  readonly listen: string;
  /** Without a slash at its end. */
  readonly messagingUrl: string;
  readonly connectorToken: string;
  /** Sent as `X-Host`, whatever page the visitor is on (spec messaging §14). */
  readonly hostIdentifier: string;
  readonly dialect: (typeof DIALECTS)[number];
  readonly allowedOrigins: readonly OriginRule[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly widget: WidgetConfig;
}

/** One line for the operator; names the key and what is expected, never the value. */
export function describeFault({ key, is, expected }: ConfigFault): string {
  return `${key} is ${is}; expected ${expected}`;
}

/**
 * Reads the configuration from the environment and `foyer.config.json`; the environment wins (contract §6). All faults
 * are returned together, at most one for each key.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  files: Files,
): Result<RelayConfig, ConfigFault[]> {
  const { values, faults } = readSettings(Object.keys(settings.shape), env, files);
  const parsed = settings.safeParse(values);
  for (const issue of parsed.error?.issues ?? []) {
    const key = issue.path[0] as Key;
    // A key that could not even be looked up has its fault already.
    if (faults.some((fault) => fault.key.startsWith(key))) continue;
    const isEntry = key === 'FOYER_ALLOWED_ORIGINS' && issue.code === 'custom';
    const expected = isEntry ? issue.message : EXPECTED[key];
    faults.push({ key, is: values[key] === undefined ? 'missing' : 'malformed', expected });
  }

  const branding = readBranding(values.FOYER_WIDGET_CONFIG, files);
  if (!branding.ok) faults.push(...branding.error);

  if (!parsed.success || !branding.ok || faults.length > 0) return err(faults);
  const it = parsed.data;
  return ok({
    port: it.FOYER_PORT,
    listen: it.FOYER_LISTEN,
    messagingUrl: it.FOYER_MESSAGING_URL.replace(/\/+$/, ''),
    connectorToken: it.FOYER_CONNECTOR_TOKEN,
    hostIdentifier: it.FOYER_HOST_IDENTIFIER,
    dialect: it.FOYER_DIALECT,
    allowedOrigins: it.FOYER_ALLOWED_ORIGINS,
    logLevel: it.FOYER_LOG_LEVEL,
    widget: branding.value,
  });
}
