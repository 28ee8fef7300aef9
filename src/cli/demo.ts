import { createHash, randomBytes } from 'node:crypto';
import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/index.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import { describeFault, type Limits, parseConfig, type RelayConfig, startRelay } from '../relay/index.ts';
import { agentModelOf } from './agent-model.ts';
import { makeAlertWebhook } from './alert-webhook.ts';
import { settingsFor } from './emulator.ts';
import { onPort } from './port.ts';
import { openSite } from './site.ts';
import { deskUrl } from './site-policy.ts';
import type { Terminal } from './terminal.ts';

export interface DemoOptions {
  /** Preferred ports; a free one is taken where they are not to be had, and by default. */
  readonly relayPort?: number;
  readonly sitePort?: number;
  readonly emulator?: Omit<EmulatorOptions, 'controlKey' | 'controlOrigins' | 'allowLoopbackWebhooks'>;
  readonly logLevel?: 'silent' | 'warn';
  /** Who carries the visitors' sockets; the platform by default. */
  readonly socket?: RelayConfig['socket'];
  /** What the shop's own branding file would say beside what it says here. */
  readonly branding?: Partial<WidgetConfig>;
}

export interface Demo {
  /** The origin of the example site; the shop is at `/shop/`, the ways in are at `/examples/`. */
  readonly siteUrl: string;
  readonly relayUrl: string;
  readonly emulator: Emulator;
  /** Opens all of the relay's admin side; another one at every start. */
  readonly adminKey: string;
  /** Opens the platform's control API, from the shop's panel too; another one at every start. */
  readonly controlKey: string;
  /** Stops all three; may be called twice. */
  close(): Promise<void>;
}

/** Everybody who tries the demo comes from one address, with as many pages as they like. */
const LIMITS: Limits = {
  createByAddress: 10_000,
  createByOrigin: 10_000,
  resumeByAddress: 10_000,
  sessionByAddress: 10_000,
  handshakeBySession: 1_000,
};

type Closing = () => Promise<void>;

async function closeAll(closings: Closing[]) {
  // The last one opened is the first one closed.
  for (let next = closings.pop(); next; next = closings.pop()) await next();
}

/**
 * Starts the embedded platform, a relay in front of it and the example site, each on an origin of its own on this
 * machine. Rejects when one of them cannot start, with the others closed again.
 */
export async function startDemo({
  relayPort = 0,
  sitePort = 0,
  emulator: emulatorOptions = {},
  logLevel = 'warn',
  socket = 'direct',
  branding = {},
}: DemoOptions = {}): Promise<Demo> {
  const closings: Closing[] = [];
  try {
    const site = await openSite({ port: sitePort });
    closings.push(site.close);
    const controlKey = randomBytes(32).toString('base64url');
    const emulator = await startEmulator({
      ...emulatorOptions,
      controlKey,
      controlOrigins: site.origins,
      allowLoopbackWebhooks: true,
    });
    closings.push(emulator.close);
    const { leadTo, FOYER_WEBHOOK_SECRETS } = await makeAlertWebhook(emulator);
    const adminKey = randomBytes(32).toString('base64url');
    const relay = await onPort(relayPort, (port) =>
      startRelay(
        demoConfig(
          port,
          emulator,
          adminKey,
          site.origins,
          { FOYER_LOG_LEVEL: logLevel, FOYER_SOCKET: socket, FOYER_WEBHOOK_SECRETS },
          branding,
        ),
        { limits: LIMITS },
      ),
    );
    closings.push(relay.close);
    await leadTo(relay.url);
    site.serve({ relayUrl: relay.url, messagingUrl: emulator.messagingUrl, controlKey });
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= closeAll(closings);
      return closing;
    };
    return { siteUrl: site.url, relayUrl: relay.url, emulator, adminKey, controlKey, close };
  } catch (error) {
    await closeAll(closings);
    throw error;
  }
}

/** What an operator would write down, read by the same rules. */
function demoConfig(
  port: number,
  emulator: Emulator,
  adminKey: string,
  origins: readonly string[],
  env: Readonly<Record<string, string>>,
  own: Partial<WidgetConfig>,
) {
  const branding: WidgetConfig = {
    header: { text: 'Lumen & Oak' },
    agent: { name: 'Iris' },
    accent: '#2f5d4e',
    default_locale: 'en',
    image_hosts: [new URL(emulator.messagingUrl).host],
    ...own,
  };
  const config = parseConfig(
    {
      ...settingsFor(emulator),
      FOYER_PORT: String(port),
      FOYER_ADMIN_KEYS: `demo:read+write+call:${createHash('sha256').update(adminKey).digest('hex')}`,
      FOYER_ALLOWED_ORIGINS: origins.join(','),
      FOYER_WIDGET_CONFIG: 'branding',
      ...env,
    },
    // No file of the folder it happens to run in.
    { read: (path) => (path === 'branding' ? JSON.stringify(branding) : undefined) },
  );
  if (config.ok) return config.value;
  throw new Error(`unable to configure the demo; ${config.error.map(describeFault).join(', ')}`);
}

/** Runs the demo until it is stopped. */
export async function runDemo(port: number, terminal: Terminal): Promise<void> {
  const demo = await startDemo({
    relayPort: port,
    sitePort: 8081,
    emulator: { agentModel: agentModelOf(terminal) },
  });
  terminal.print('');
  terminal.print(`  Shop      ${demo.siteUrl}/shop/   (open this one)`);
  terminal.print(`  Examples  ${demo.siteUrl}/examples/`);
  terminal.print(`  Relay     ${demo.relayUrl}`);
  terminal.print(`  Platform  ${demo.emulator.messagingUrl}   (embedded)`);
  terminal.print(`            ${demo.emulator.baseUrl} and ${demo.emulator.platformUrl}`);
  terminal.print(
    `  Desk      ${deskUrl(demo.emulator.messagingUrl)}   (be the live agent; key: ${demo.controlKey})`,
  );
  terminal.print(`  Admin     ${demo.relayUrl}/admin/docs   Authorization: Bearer ${demo.adminKey}`);
  terminal.print('');
  terminal.print('  Ask about delivery or returns, or say: suggest, markdown, card, long 200, human, bye.');
  terminal.print(
    '  "Make something go wrong", at the foot of the shop, breaks the platform under it, and opens the desk.',
  );
  terminal.print('  Ctrl+C stops it.');
  terminal.print('');
  await terminal.untilStopped();
  await demo.close();
}
