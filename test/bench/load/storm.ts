import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../../relay/support/redis.ts';
import { freePort } from '../../support/free-port.ts';
import { line } from '../print.ts';
import { startProcess, startRelay } from '../processes.ts';
import type { Clients } from './clients-process.ts';
import type { Platform } from './platform-process.ts';

/** Each visitor sends a message so often. The embedded platform answers about a hundred a second. */
const TALK_EVERY_MS = 120_000;
const BEFORE_MS = 10_000;
const DOWN_MS = 5_000;

/** The process that ends: one of two relays, or the platform, by closing its sockets with 1012 or by dying. */
const HOW = {
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
export async function storm(kind: keyof typeof HOW, sockets: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-storm-'));
  const env = { LOAD_PORT: String(await freePort()), LOAD_JOURNAL: join(folder, 'journal.db') };
  const startPlatform = () => startProcess<Platform>('load/platform-process.ts', { env });
  const startClients = () => startProcess<Clients>('load/clients-process.ts');
  let platform = await startPlatform();
  const redis = await startRedis();
  const relayEnv = { FOYER_SOCKET: kind === 'relay' ? 'proxy' : 'direct', FOYER_STORE_URL: redis.url };
  const startOne = () => startRelay(platform.ready.url, relayEnv);
  const relays = [await startOne(), await startOne()] as const;
  const clients = [await startClients(), await startClients()];
  const each = Math.ceil(sockets / clients.length);
  const balance = (between: (typeof relays)[number][]) => {
    const urls = between.map(({ ready }) => ready.url);
    return Promise.all(clients.map((it) => it.ask('balance', urls)));
  };
  try {
    await balance([...relays]);
    const startedAt = Date.now();
    await Promise.all(clients.map((it, nth) => it.ask('join', nth * each, each)));
    console.log(`\n${each * clients.length} conversations, ${HOW[kind]}`);
    line('opened in', seconds(Date.now() - startedAt));
    await Promise.all(clients.map((it) => it.ask('talk', TALK_EVERY_MS)));
    await pause(BEFORE_MS);
    if (kind === 'relay') await balance([relays[1]]);
    const back = Promise.all(clients.map((it) => it.ask('comeBack')));
    const killedAt = Date.now();
    let upAgainAt = killedAt;
    if (kind === 'relay') relays[0].kill();
    else {
      if (kind === 'restart') await platform.ask('closeAll');
      platform.kill();
      await pause(DOWN_MS);
      platform = await startPlatform();
      upAgainAt = Date.now();
      line('platform answers again after', seconds(upAgainAt - killedAt));
    }
    const reports = await back;
    const asked = reports.flatMap((report) => report.asked);
    const opened = reports.flatMap((report) => report.opened);
    const share = (count: number) => `${count} (${((100 * count) / sockets).toFixed(1)} % of the sockets)`;
    const onlineAt = Math.max(...opened);
    line('all online after', seconds(onlineAt - killedAt), 'limit 30 s');
    if (kind !== 'relay') line('  since the platform answers again', seconds(onlineAt - upAgainAt));
    line('handshakes', `${asked.length} asked, ${opened.length} opened`);
    line('peak of handshakes asked a second', share(peakOf(asked)));
    line('peak of handshakes opened a second', share(peakOf(opened)), 'limit 10 %');
    const settled = (await Promise.all(clients.map((it) => it.ask('settle')))).flat();
    const stored = await platform.ask('stored');
    let [count, lost, doubled, unshown] = [0, 0, 0, 0];
    for (const { session, said, shown } of settled) {
      const journal = stored[session] ?? [];
      count += said.length;
      lost += said.filter((text) => !journal.includes(text)).length;
      doubled += journal.length - new Set(journal).size;
      unshown += said.length - new Set(shown).size + (shown.length - new Set(shown).size);
    }
    line('messages', `${count} said, ${lost} lost, ${doubled} doubled, ${unshown} shown wrongly`);
  } finally {
    for (const process of [...clients, ...relays, platform]) process.close();
    await redis.stop();
    rmSync(folder, { recursive: true });
  }
}
