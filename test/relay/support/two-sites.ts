import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { parseConfig, type RelayPorts, startRelay } from '../../../src/relay/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sendRaw } from '../../support/raw-request.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export const BOOKS = 'https://books.example';
export const TOYS = 'https://toys.example';

type Settings = Readonly<Record<string, unknown>>;

interface TwoSitesOptions {
  /** Settings of the relay. */
  readonly env?: Readonly<Record<string, string>>;
  readonly books?: Settings | undefined;
  readonly toys?: Settings | undefined;
  readonly ports?: Partial<RelayPorts>;
}

interface Grant {
  readonly session_id: string;
  readonly access_token: string;
  readonly websocket_url: string;
}

/** The entry of a site in the configuration file. */
const siteEntry = (name: string, platform: Upstream, more: Settings = {}): Settings => ({
  name,
  FOYER_MESSAGING_URL: platform.url,
  FOYER_ALLOWED_ORIGINS: `https://${name}.example`,
  FOYER_CONNECTOR_TOKEN: `connector-token-of-${name}`,
  FOYER_HOST_IDENTIFIER: `${name}.example`,
  FOYER_WIDGET_CONFIG: `${name}.json`,
  ...more,
});

/** Reads the configuration of a relay with these sites; each has a branding file with its name as header. */
function parseSites(entries: readonly Settings[], env: Readonly<Record<string, string>>) {
  return parseConfig(
    { FOYER_PORT: '0', ...env },
    {
      read(path) {
        if (path === 'foyer.config.json') return JSON.stringify({ sites: entries });
        const [, name] = /^(books|toys)\.json$/.exec(path) ?? [];
        return name && JSON.stringify({ header: { text: name }, default_locale: 'en' });
      },
    },
  );
}

/** Starts relays for two sites, each with a platform of its own. Both platforms number their sessions alike. */
export function useTwoSites() {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });
  const startPlatform = async (name: string) => {
    const platform = await startUpstream((nth) => `token-${name}-${nth}`);
    closings.push(platform.close);
    return platform;
  };

  return async ({ env = {}, ports = {}, ...more }: TwoSitesOptions = {}) => {
    const [books, toys] = [await startPlatform('books'), await startPlatform('toys')];
    const folder = mkdtempSync(join(tmpdir(), 'foyer-sites-'));
    writeFileSync(join(folder, 'widget.js'), 'void 0;');
    closings.push(async () => rmSync(folder, { recursive: true }));
    const clock = createFakeClock();
    const lines: string[] = [];
    /** The configuration with these settings of the sites; null: without the site. */
    const parse = (
      settings: Readonly<Record<string, Settings | null | undefined>>,
      ofRelay: Readonly<Record<string, string>> = env,
    ) => {
      const entries = [
        settings['books'] !== null && siteEntry('books', books, settings['books']),
        settings['toys'] !== null && siteEntry('toys', toys, settings['toys']),
      ];
      return parseSites(
        entries.filter((it) => it !== false),
        ofRelay,
      );
    };
    const config = parse(more);
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    const relay = await startRelay(config.value, {
      clock,
      log: { write: (line) => void lines.push(line) },
      browserFolder: folder,
      ...ports,
    });
    closings.unshift(relay.close);
    const call = (origin: string, path: string, method = 'GET') =>
      fetch(relay.url + path, { method, headers: { Origin: origin } });
    return {
      books,
      toys,
      relay,
      /** Lets the relay read its configuration again, with these settings. */
      reconfigure: (...given: Parameters<typeof parse>) => relay.reconfigure(parse(...given)),
      clock,
      records: (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line)),
      call,
      create: async (origin: string) =>
        (await (await call(origin, '/chat/sessions', 'POST')).json()) as Grant,
      /** Sends a request to a host of the relay, as a proxy in front of it passes it on. */
      at(host: string, request: string, headers: Readonly<Record<string, string>> = {}) {
        const all = { Host: host, Connection: 'close', ...headers };
        const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
        return sendRaw(relay.url, `${request} HTTP/1.1\r\n${lines.join('')}\r\n`);
      },
    };
  };
}
