import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../../relay/support/redis.ts';
import { freePort } from '../../support/free-port.ts';
import { line } from '../page.ts';
import { type BenchProcess, startProcess, startRelay } from '../relay.ts';
import type { ClientsCommand, ClientsReport, PlatformQuestion, PlatformReport } from './processes.ts';

const CLIENT_PROCESSES = 2;
/** Each visitor sends a message so often. The embedded platform answers about a hundred a second. */
const TALK_EVERY_MS = 120_000;
const BEFORE_MS = 10_000;
const DOWN_MS = 5_000;

/** What ends: one of two relays, or the platform, by closing its sockets with 1012 or by dying. */
export type StormKind = 'relay' | 'restart' | 'crash';

const HOW: Record<StormKind, string> = {
  relay: 'carried by two relays, one of which is killed',
  restart: 'direct; the platform closes them with 1012 and starts again',
  crash: 'direct; the platform is killed and started again',
};

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Largest number of times in any second. */
function peakOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let from = 0;
  return sorted.reduce((most, time, nth) => {
    while (time >= (sorted[from] ?? 0) + 1_000) from += 1;
    return Math.max(most, nth - from + 1);
  }, 0);
}

/** Ends a relay or the platform under so many conversations with the real client, and prints how they come back. */
export async function storm(kind: StormKind, sockets: number): Promise<void> {
  const closings: (() => unknown)[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'foyer-storm-'));
  closings.push(() => rmSync(folder, { recursive: true }));
  const platformEnv = {
    LOAD_PORT: String(await freePort()),
    LOAD_JOURNAL: join(folder, 'journal.db'),
  };
  const startPlatform = () => startProcess('load/platform-process.ts', { env: platformEnv });
  let platform = await startPlatform();
  const redis = await startRedis();
  closings.push(redis.stop);
  const relayEnv = {
    FOYER_SOCKET: kind === 'relay' ? 'proxy' : 'direct',
    FOYER_STORE_URL: redis.url,
  };
  const relays = [
    await startRelay(platform.url, relayEnv),
    await startRelay(platform.url, relayEnv),
  ] as const;
  const clients: BenchProcess[] = [];
  while (clients.length < CLIENT_PROCESSES) clients.push(await startProcess('load/clients-process.ts'));
  const tell = (command: ClientsCommand) => Promise.all(clients.map((it) => it.ask<ClientsReport>(command)));
  try {
    await tell({ type: 'balance', relays: relays.map(({ url }) => url) });
    const each = Math.ceil(sockets / CLIENT_PROCESSES);
    const startedAt = Date.now();
    await Promise.all(clients.map((it, nth) => it.ask({ type: 'join', first: nth * each, count: each })));
    console.log(`\n${each * CLIENT_PROCESSES} conversations, ${HOW[kind]}`);
    line('opened in', seconds(Date.now() - startedAt));
    await tell({ type: 'talk', everyMs: TALK_EVERY_MS });
    await pause(BEFORE_MS);
    if (kind === 'relay') await tell({ type: 'balance', relays: [relays[1].url] });
    const back = tell({ type: 'come-back' });
    const killedAt = Date.now();
    let upAgainAt = killedAt;
    if (kind === 'relay') relays[0].kill();
    else {
      if (kind === 'restart') await platform.ask('close-all' satisfies PlatformQuestion);
      platform.kill();
      await pause(DOWN_MS);
      platform = await startPlatform();
      upAgainAt = Date.now();
      line('platform answers again after', seconds(upAgainAt - killedAt));
    }
    const reports = await back;
    const asked = reports.flatMap((report) => report.asked ?? []);
    const opened = reports.flatMap((report) => report.opened ?? []);
    const share = (count: number) => `${count} (${((100 * count) / sockets).toFixed(1)} % of the sockets)`;
    const onlineAt = Math.max(...opened);
    line('all online after', seconds(onlineAt - killedAt), 'limit 30 s');
    if (kind !== 'relay') line('  since the platform answers again', seconds(onlineAt - upAgainAt));
    line('handshakes', `${asked.length} asked, ${opened.length} opened`);
    line('peak of handshakes asked a second', share(peakOf(asked)));
    line('peak of handshakes opened a second', share(peakOf(opened)), 'limit 10 %');
    const settled = (await tell({ type: 'settle' })).flatMap((report) => report.said ?? []);
    const { stored } = await platform.ask<PlatformReport>('stored');
    const journals = new Map(stored);
    let [said, lost, doubled, unshown] = [0, 0, 0, 0];
    for (const [session, texts, shown] of settled) {
      const journal = journals.get(session) ?? [];
      said += texts.length;
      lost += texts.filter((text) => !journal.includes(text)).length;
      doubled += journal.length - new Set(journal).size;
      unshown += texts.length - new Set(shown).size + (shown.length - new Set(shown).size);
    }
    line('messages', `${said} said, ${lost} lost, ${doubled} doubled, ${unshown} shown wrongly`);
  } finally {
    for (const process of [...clients, ...relays, platform]) process.close();
    for (const close of closings.reverse()) await close();
  }
}
