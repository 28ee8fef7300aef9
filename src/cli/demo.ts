import { createHash, randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/index.ts';
import { newAdminKey } from '../relay/config/admin-key.ts';
import type { BrandingFile } from '../relay/config/branding-schema.ts';
import { describeIssue, type Limits, parseConfig, type RelayConfig, startRelay } from '../relay/index.ts';
import { createMemoryStore } from '../relay/store/memory.ts';
import type { Store } from '../relay/store/store.ts';
import { agentModelOf, lookUpAgent } from './agent-model.ts';
import { createAlertWebhook } from './alert-webhook.ts';
import type { Command } from './command.ts';
import { addAlerts, addConversations, type DemoTraffic, demoTrafficAt } from './demo-traffic.ts';
import { addVisitors } from './demo-visitors.ts';
import { settingsFor } from './emulator-settings.ts';
import { onPort } from './port.ts';
import { openSite } from './site.ts';
import { deskUrl } from './site-policy.ts';
import type { Terminal } from './terminal.ts';

export interface DemoOptions {
  /** Preferred ports. If one is taken, and by default, a free port is used. */
  readonly relayPort?: number;
  readonly sitePort?: number;
  readonly emulator?: Omit<EmulatorOptions, 'controlKey' | 'controlOrigins' | 'allowLoopbackWebhooks'>;
  readonly logLevel?: 'silent' | 'warn';
  /** Socket mode of the relay; `direct` by default. */
  readonly socket?: RelayConfig['socket'];
  /** Setting of the relay; `auto` by default. The platform's own dialect is in `emulator`. */
  readonly dialect?: RelayConfig['sites'][0]['dialect'];
  /** Further settings of the relay. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Additions to the shop's branding. */
  readonly branding?: Partial<BrandingFile>;
  /** Origins of further pages that may embed the chat. */
  readonly origins?: readonly string[];
  /**
   * Begins with synthetic conversations and alerts of 15 days, and adds new conversations while it runs. By default
   * there are only the visitors' conversations.
   */
  readonly isAlive?: boolean;
}

export interface Demo {
  /** Origin of the example site; the shop is at `/shop/`, the integration examples at `/examples/`. */
  readonly siteUrl: string;
  readonly relayUrl: string;
  readonly emulator: Emulator;
  /** Admin key of the relay with all scopes; new at every start. */
  readonly adminKey: string;
  /** Key of the platform's control API; new at every start. */
  readonly controlKey: string;
  /** Stops platform, relay and site. Idempotent. */
  close(): Promise<void>;
}

/** High limits, because all visitors of the demo have the same address, and its platform is embedded. */
const LIMITS: Limits = {
  createByAddress: 10_000,
  createByOrigin: 10_000,
  resumeByAddress: 10_000,
  sessionByAddress: 10_000,
  socketsByAddress: 10_000,
  callsByActor: 10_000,
  handshakeBySession: 1_000,
  healthByAddress: 10_000,
  messageFeedbackBySession: 1_000,
  messagesByAddress: 1_000,
  messagesBySite: 1_000,
  readsBySite: 10_000,
  waitsByAddress: 1_000,
  contextBySession: 1_000,
  seenBySession: 1_000,
  framesBySession: 10_000,
  framesByAddress: 100_000,
};

type Close = () => Promise<void>;

/** Closes in reverse order of opening. */
async function closeAll(opened: Close[]) {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

/**
 * Starts the embedded platform, a relay and the example site on this machine, each on its own origin. When one of them cannot
 * start, it closes the others and rejects.
 */
export async function startDemo({
  relayPort = 0,
  sitePort = 0,
  emulator: emulatorOptions = {},
  logLevel = 'warn',
  socket = 'direct',
  dialect = 'auto',
  settings = {},
  branding = {},
  origins = [],
  isAlive = false,
}: DemoOptions = {}): Promise<Demo> {
  const opened: Close[] = [];
  try {
    const site = await openSite({ port: sitePort });
    opened.push(site.close);
    const controlKey = randomBytes(32).toString('base64url');
    const emulator = await startEmulator({
      shopUrl: `${site.url}/shop/#`,
      ...emulatorOptions,
      controlKey,
      controlOrigins: site.origins,
      allowLoopbackWebhooks: true,
    });
    opened.push(emulator.close);
    const traffic = isAlive ? demoTrafficAt(emulatorOptions.clock?.now() ?? Date.now()) : undefined;
    if (traffic) addConversations(emulator, traffic);
    const past = traffic && (await storeWithVisitors(emulatorOptions.clock ?? systemClock(), traffic));
    const { enable: enableWebhook, FOYER_WEBHOOK_SECRETS } = await createAlertWebhook(emulator);
    const adminKey = newAdminKey();
    const relay = await onPort(relayPort, (port) =>
      startRelay(
        demoConfig(
          port,
          emulator,
          adminKey,
          [...site.origins, ...origins],
          {
            FOYER_LOG_LEVEL: logLevel,
            FOYER_SOCKET: socket,
            FOYER_DIALECT: dialect,
            FOYER_VERIFIED_CONTEXT: emulatorOptions.contextKey === undefined ? 'off' : 'on',
            FOYER_WEBHOOK_SECRETS,
            // The desk shows the messages that visitors leave.
            FOYER_FEEDBACK_WEBHOOK_URL: `${deskUrl(emulator.messagingUrl)}/messages#whsec_${Buffer.from(controlKey).toString('base64')}`,
            ...settings,
          },
          branding,
        ),
        { limits: LIMITS, ...(past && { store: past }) },
      ),
    );
    opened.push(relay.close);
    await enableWebhook(relay.url);
    if (traffic) await addAlerts(emulator, traffic);
    site.serve({ relayUrl: relay.url, messagingUrl: emulator.messagingUrl, controlKey });
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= closeAll(opened);
      return closing;
    };
    return { siteUrl: site.url, relayUrl: relay.url, emulator, adminKey, controlKey, close };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** A store that has the reports of the past. */
async function storeWithVisitors(clock: Clock, traffic: DemoTraffic): Promise<Store> {
  const store = createMemoryStore(clock);
  await addVisitors(store, traffic);
  return store;
}

/** Parses the demo's configuration as an operator's. */
function demoConfig(
  port: number,
  emulator: Emulator,
  adminKey: string,
  origins: readonly string[],
  env: Readonly<Record<string, string>>,
  own: Partial<BrandingFile>,
) {
  const branding: BrandingFile = {
    header: { text: 'Lumen & Oak' },
    agent: { name: 'Iris' },
    accent: '#2f5d4e',
    default_locale: 'en',
    image_hosts: [new URL(emulator.messagingUrl).host],
    feedback: true,
    messages: true,
    talk_to_a_person: { text: { en: 'I want to talk to a person' } },
    help: { email: 'mailto:help@lumen-and-oak.example' },
    ...own,
  };
  const config = parseConfig(
    {
      ...settingsFor(emulator),
      FOYER_PORT: String(port),
      FOYER_ADMIN_KEYS: `demo:read+write+call+pii:${createHash('sha256').update(adminKey).digest('hex')}`,
      FOYER_ALLOWED_ORIGINS: origins.join(','),
      FOYER_WIDGET_CONFIG: 'branding',
      ...env,
    },
    // Reads no files from the working directory.
    { read: (path) => (path === 'branding' ? JSON.stringify(branding) : undefined) },
  );
  if (config.ok) return config.value;
  throw new Error(`unable to configure the demo; ${config.error.map(describeIssue).join(', ')}`);
}

/** Runs the demo until it is stopped. */
export async function runDemo(
  { port, isEmpty, agent: url }: Omit<Extract<Command, { type: 'demo' }>, 'type'>,
  terminal: Terminal,
): Promise<void> {
  const configured = agentModelOf(terminal, url);
  const found = configured && (await lookUpAgent(configured));
  const demo = await startDemo({
    relayPort: port,
    sitePort: 8081,
    emulator: {
      agentModel: found?.agent,
      log: (line) => void (line.startsWith('agent:') && terminal.printError(`  ${line}`)),
    },
    isAlive: !isEmpty,
  });
  // Before the first line: a reader of the lines may stop the program at once.
  const stopped = terminal.untilStopped();
  terminal.print('');
  terminal.print(`  Shop      ${demo.siteUrl}/shop/   (open this one)`);
  terminal.print(`  Examples  ${demo.siteUrl}/examples/`);
  terminal.print(`  Relay     ${demo.relayUrl}`);
  terminal.print(`  Platform  ${demo.emulator.messagingUrl}   (embedded)`);
  terminal.print(`            ${demo.emulator.baseUrl} and ${demo.emulator.platformUrl}`);
  terminal.print(
    `  Desk      ${deskUrl(demo.emulator.messagingUrl)}   (be the live agent; key: ${demo.controlKey})`,
  );
  terminal.print(`  Console   ${demo.relayUrl}/console#key=${demo.adminKey}   (opens signed in)`);
  terminal.print(`  Admin     ${demo.relayUrl}/admin/v1   Authorization: Bearer ${demo.adminKey}`);
  for (const [at, line] of (found?.lines ?? []).entries())
    terminal.print(`  ${(at === 0 ? 'Agent' : '').padEnd(9)} ${line}`);
  terminal.print('');
  terminal.print(
    found
      ? '  Ask your agent in the chat, also for a person. "human" asks for one without the agent.'
      : '  Ask in the chat: Where is my order 4711? How much is the Halo lamp? Can I talk to a person?',
  );
  terminal.print(
    '  "For developers" at the foot of the shop injects faults into the platform and opens the desk.',
  );
  terminal.print('  Ctrl+C stops it.');
  terminal.print('');
  await stopped;
  await demo.close();
}
