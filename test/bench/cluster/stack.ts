import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { createCertificate, HOST } from '../../deploy/support/certificate.ts';
import { startHaproxy } from '../../deploy/support/proxy-process.ts';
import { startRedis } from '../../relay/support/redis.ts';
import { freePort } from '../../support/free-port.ts';
import { processorTime, startProcess, startRelay } from '../processes.ts';
import type { Load } from './load-process.ts';

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The process of visitors as the stack passes it on. */
export type Visitors = Awaited<ReturnType<typeof startProcess<Load>>>;

/** Costs: processor time in ms of all relays, all balancers, the Redis, and the commands that it has processed. */
export type Spent = Awaited<ReturnType<Stack['measure']>>['spent'];

/**
 * Starts HAProxy with `deploy/haproxy.cfg`, so many relays behind it, a Redis, a platform, and two processes of visitors. Balancers
 * are more than one where the system lets a process open too few files for one.
 */
export async function startStack(relayCount: 1 | 2, balancerCount = 1) {
  const closings: (() => unknown)[] = [];
  /** Starts so many, one after the other, which `close` ends in reverse. */
  async function start<One extends { readonly close: () => unknown }>(
    count: number,
    startOne: () => Promise<One>,
  ) {
    const all: One[] = [];
    while (all.length < count) {
      const one = await startOne();
      closings.push(one.close);
      all.push(one);
    }
    return all;
  }
  const close = async () => {
    for (const step of closings.splice(0).reverse()) await step();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-cluster-'));
    closings.push(() => rmSync(folder, { recursive: true }));
    const redis = await startRedis();
    closings.push(redis.stop);
    const asking = await createClient({ url: redis.url }).connect();
    closings.push(() => asking.close());
    const [platform] = await start(1, () => startProcess('platform-process.ts'));
    const platformUrl = platform?.ready.url ?? '';
    const relays = await start(relayCount, () =>
      startRelay(platformUrl, {
        FOYER_SOCKET: 'proxy',
        FOYER_STORE_URL: redis.url,
        FOYER_TRUST_PROXY: '127.0.0.1',
      }),
    );
    const { path, ca } = await createCertificate(folder);
    const hostOf = (nth: number) => new URL((relays[nth] ?? relays[0])?.ready.url ?? '').host;
    const balancers = await start(balancerCount, async () => {
      const authority = `127.0.0.1:${await freePort()}`;
      const haproxy = await startHaproxy(folder, {
        CHAT_LISTEN: authority,
        CHAT_HOST: HOST,
        CHAT_CERTIFICATE: path,
        CHAT_KEY: `${path}.key`,
        CHAT_OPERATORS: '127.0.0.1',
        RELAY_1: hostOf(0),
        RELAY_2: hostOf(1),
      });
      return { ...haproxy, authority };
    });
    const visitors = await start(2, () => startProcess<Load>('cluster/load-process.ts'));
    /** Asks each process of visitors. */
    const tell = <Report>(ask: (one: Visitors) => Promise<Report>) => Promise.all(visitors.map(ask));
    const target = { balancers: balancers.map(({ authority }) => authority), ca, platform: platformUrl };
    await tell((it) => it.ask('aim', target));

    async function snapshot() {
      const info = await asking.info();
      const figure = (name: string) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]);
      const sum = (all: readonly { readonly pid: number }[]) =>
        all.reduce((total, { pid }) => total + processorTime(pid), 0);
      return {
        seconds: performance.now() / 1_000,
        relays: sum(relays),
        balancers: sum(balancers),
        redis: 1_000 * (figure('used_cpu_sys') + figure('used_cpu_user')),
        commands: figure('total_commands_processed'),
      };
    }

    return {
      relays,
      tell,
      /** Lets the visitors do something and returns their reports beside what was spent on it. */
      async measure<Report>(ask: (one: Visitors) => Promise<Report>) {
        const before = await snapshot();
        const reports = await tell(ask);
        const spent = await snapshot();
        for (const key of Object.keys(spent) as (keyof typeof spent)[]) spent[key] -= before[key];
        return { reports, spent };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
