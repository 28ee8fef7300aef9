import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { createCertificate, HOST } from '../../deploy/support/certificate.ts';
import { startHaproxy } from '../../deploy/support/proxy-process.ts';
import { startRedis } from '../../relay/support/redis.ts';
import { freePort } from '../../support/free-port.ts';
import { type BenchProcess, startProcess, startRelay } from '../relay.ts';
import type { LoadCommand, LoadReport } from './processes.ts';
import { processorTime } from './processor-time.ts';

const LOAD_PROCESSES = 2;
/** A call to a platform in the same region. */
const CALL_DELAY_MS = '100';
/** Frames of an answer that is written word by word. */
export const CHUNKS = 20;

/** What was spent during a measurement. */
export interface Spent {
  readonly seconds: number;
  /** Processor time in ms: of all relays, of all balancers, of the Redis. */
  readonly relays: number;
  readonly balancers: number;
  readonly redis: number;
  /** Commands that the Redis has processed. */
  readonly commands: number;
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

/**
 * Starts HAProxy with `deploy/haproxy.cfg`, so many relays behind it, a Redis, a platform, and processes of visitors. Balancers
 * are more than one where the system lets a process open too few files for one.
 */
export async function startStack(relayCount: 1 | 2, balancerCount = 1) {
  const closings: (() => unknown)[] = [];
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
    const platform = await startProcess('echo-platform-process.ts', {
      env: { CALL_DELAY_MS, CHUNKS: String(CHUNKS) },
    });
    closings.push(platform.close);
    const relays: BenchProcess[] = [];
    while (relays.length < relayCount) {
      const relay = await startRelay(platform.url, {
        FOYER_SOCKET: 'proxy',
        FOYER_STORE_URL: redis.url,
        FOYER_TRUST_PROXY: '127.0.0.1',
      });
      closings.push(relay.close);
      relays.push(relay);
    }
    const { path, ca } = await createCertificate(folder);
    const hostOf = (nth: number) => new URL(relays[nth]?.url ?? relays[0]?.url ?? '').host;
    const balancers: { readonly authority: string; readonly pid: number }[] = [];
    while (balancers.length < balancerCount) {
      const authority = `127.0.0.1:${await freePort()}`;
      const { pid, close: stop } = await startHaproxy(folder, {
        CHAT_LISTEN: authority,
        CHAT_HOST: HOST,
        CHAT_CERTIFICATE: path,
        CHAT_KEY: `${path}.key`,
        CHAT_OPERATORS: '127.0.0.1',
        RELAY_1: hostOf(0),
        RELAY_2: hostOf(1),
      });
      closings.push(stop);
      balancers.push({ authority, pid });
    }
    const loads: BenchProcess[] = [];
    while (loads.length < LOAD_PROCESSES) {
      const load = await startProcess('cluster/load-process.ts');
      closings.push(load.close);
      loads.push(load);
    }
    /** Tells each process of visitors. */
    const tell = (command: LoadCommand) => Promise.all(loads.map((it) => it.ask<LoadReport>(command)));
    await tell({
      type: 'target',
      balancers: balancers.map(({ authority }) => authority),
      ca,
      platform: platform.url,
    });

    async function snapshot(): Promise<Spent> {
      const info = await asking.info();
      const figure = (name: string) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]);
      const sum = (pids: readonly { readonly pid: number }[]) =>
        pids.reduce((total, { pid }) => total + processorTime(pid), 0);
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
      async measure(command: LoadCommand): Promise<{ reports: readonly LoadReport[]; spent: Spent }> {
        const before = await snapshot();
        const reports = await tell(command);
        const after = await snapshot();
        const spent = {
          seconds: after.seconds - before.seconds,
          relays: after.relays - before.relays,
          balancers: after.balancers - before.balancers,
          redis: after.redis - before.redis,
          commands: after.commands - before.commands,
        };
        return { reports, spent };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
