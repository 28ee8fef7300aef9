import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { packageRoot } from '../base/package-root.ts';
import { undisclosedAiWarning } from '../relay/config/branding.ts';
import {
  type ConfigReader,
  createConfigReader,
  describeIssue,
  type RelayConfig,
  startRelay,
} from '../relay/index.ts';
import { ENCODERS } from '../relay/node/encoders.ts';
import { folderAt } from '../relay/node/files.ts';
import { contentWith } from '../relay/pages/content.ts';
import { createFilesOf } from '../relay/site/browser-files.ts';
import type { Terminal } from './terminal.ts';

/** The folder of the built files for browsers. */
const browserFolder = (): string => join(packageRoot(), 'dist/browser');

/** The subresource-integrity hash of `/widget.js`; undefined when the package is not built. */
async function integrityOf(
  { sites }: Pick<RelayConfig, 'sites'>,
  folder: string,
): Promise<string | undefined> {
  const loader = await createFilesOf(folderAt(folder), sites, contentWith(ENCODERS)).loader();
  if (!loader) return undefined;
  const script = await (await loader.respond(new Request('https://relay/widget.js'))).arrayBuffer();
  return `sha384-${createHash('sha384').update(new Uint8Array(script)).digest('base64')}`;
}

/** Polling interval of the configuration files. Polling works on every file system, and for the links that Kubernetes makes. */
const WATCH_MS = 5_000;

/** Returns the configuration. If it is invalid, prints one line for each issue and returns undefined. */
function readOrExplain(reader: ConfigReader, { printError }: Terminal): RelayConfig | undefined {
  const config = reader.read();
  if (config.ok) return config.value;
  for (const issue of config.error) printError(describeIssue(issue));
  return undefined;
}

/**
 * Checks the configuration in a pipeline. Prints its warnings, and the integrity hash of `/widget.js` as this version
 * serves it (contract §4). Returns false when the configuration is invalid.
 */
export async function checkConfig(terminal: Terminal, folder = browserFolder()): Promise<boolean> {
  const config = readOrExplain(createConfigReader(terminal.env, terminal.files), terminal);
  if (!config) return false;
  const { print } = terminal;
  const names = config.sites.map(({ name }) => name).join(', ');
  print(names === '' ? 'The configuration is valid.' : `The configuration is valid. Sites: ${names}.`);
  for (const { name, widget } of config.sites) {
    const warning = undisclosedAiWarning(widget);
    if (warning !== undefined) print(`${name === '' ? '' : `${name}: `}${warning}`);
  }
  const hash = await integrityOf(config, folder);
  if (hash !== undefined)
    print(
      `<script src="https://RELAY/widget.js" integrity="${hash}" crossorigin="anonymous" async></script>`,
    );
  return true;
}

/** Advice for an address that cannot be listened on, by the system's error code. */
const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there: choose another port',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'this user may not listen there: choose a port from 1024 on',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name cannot be resolved',
};

/** Names the key of an address that cannot be listened on; undefined for any other error. */
function explainListening(error: unknown, { adminListen }: RelayConfig): string | undefined {
  const {
    code = '',
    address,
    hostname,
    port,
  } = error as NodeJS.ErrnoException & {
    readonly address?: string;
    readonly hostname?: string;
    readonly port?: number;
  };
  const fault = Object.hasOwn(LISTEN_FAULTS, code) ? LISTEN_FAULTS[code] : undefined;
  if (fault === undefined) return undefined;
  const host = address ?? hostname;
  const isAdmin = adminListen?.listen === host && (port === undefined || adminListen?.port === port);
  const ofVisitors = code === 'EADDRINUSE' ? 'FOYER_PORT or FOYER_LISTEN' : 'FOYER_LISTEN';
  const key = isAdmin ? 'FOYER_ADMIN_LISTEN' : ofVisitors;
  return `${key}: unable to listen on ${[host, port].filter((part) => part !== undefined).join(' port ')}; ${fault}`;
}

/**
 * Runs the relay with the configuration of the environment and `foyer.config.json`. Reloads it when one of its files changes and
 * on SIGHUP. Prints each issue on a line and returns false when the configuration is invalid or the relay cannot listen. Standard
 * output contains only the relay's log.
 */
export async function startAndWait(terminal: Terminal, watchMs = WATCH_MS): Promise<boolean> {
  const reader = createConfigReader(terminal.env, terminal.files);
  const config = readOrExplain(reader, terminal);
  if (!config) return false;
  const starting = startRelay(config);
  const reload = async () => (await starting).reconfigure(reader.read());
  // Before the relay listens: the signal would end the process.
  const ignoreHangUp = terminal.onHangUp?.(() => void reload().catch(() => {}));
  const relay = await starting.catch((error: unknown) => {
    const line = explainListening(error, config);
    if (line === undefined) throw error;
    terminal.printError(line);
    ignoreHangUp?.();
    return undefined;
  });
  if (!relay) return false;
  const clock = systemClock();
  let cancel = () => {};
  function watch(): void {
    cancel = clock.after(watchMs, () => {
      if (reader.hasChanged()) void reload();
      watch();
    });
  }
  watch();
  await terminal.untilStopped();
  cancel();
  await relay.drain();
  await relay.close();
  ignoreHangUp?.();
  return true;
}
