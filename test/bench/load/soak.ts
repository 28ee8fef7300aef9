import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../../relay/support/redis.ts';
import { line, row } from '../print.ts';
import { startProcess, startRelay } from '../processes.ts';
import type { Clients } from './clients-process.ts';

const VISITORS = 200;
const TALK_EVERY_MS = 5_000;
/** One visitor in half a second leaves and another one comes. */
const CHURN_MS = 500;
const SAMPLE_MS = 15_000;
/** Part of the samples that is not of the slope: caches fill and code is compiled. */
const WARM_UP = 0.25;

/** The relay's memory in MB and numbers of its resources. */
const COLUMNS = ['used MB', 'resident MB', 'sockets', 'timers', 'others'] as const;
type Sample = Readonly<Record<(typeof COLUMNS)[number], number>>;

/** Slope of a line through the values of equal distance, per hour, by least squares. */
function slopeOf(values: readonly number[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, it) => sum + it, 0) / numbers.length;
  const middle = (values.length - 1) / 2;
  const height = mean(values);
  const product = mean(values.map((value, nth) => (nth - middle) * (value - height)));
  return ((3_600_000 / SAMPLE_MS) * product) / mean(values.map((_, nth) => (nth - middle) ** 2));
}

/** Lets visitors come, talk and go through a relay that carries their sockets, and prints what the relay holds. */
export async function soak(minutes: number): Promise<void> {
  if (!(minutes >= 1)) throw new Error('--minutes must be at least 1; a slope needs several samples');
  console.log(
    `\nSoak of ${minutes} minutes: ${VISITORS} carried conversations, each with a message every ${TALK_EVERY_MS / 1_000} s; ${1_000 / CHURN_MS} a second end and begin`,
  );
  const redis = await startRedis();
  const platform = await startProcess('load/platform-process.ts');
  const settings = { FOYER_SOCKET: 'proxy', FOYER_STORE_URL: redis.url };
  const relay = await startRelay(platform.ready.url, settings);
  const clients = await startProcess<Clients>('load/clients-process.ts');
  const samples: Sample[] = [];
  try {
    await clients.ask('balance', [relay.ready.url]);
    await clients.ask('join', 0, VISITORS);
    await clients.ask('talk', TALK_EVERY_MS);
    await clients.ask('churn', CHURN_MS);
    row('minute', ...COLUMNS);
    while (samples.length * SAMPLE_MS < minutes * 60_000) {
      await pause(SAMPLE_MS);
      const { used, resident, resources } = await relay.ask('memory');
      const { TCPSocketWrap: sockets = 0, Timeout: timers = 0, ...rest } = resources;
      const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
      const sample = { 'used MB': used / 1e6, 'resident MB': resident / 1e6, sockets, timers, others };
      samples.push(sample);
      const minute = (samples.length * SAMPLE_MS) / 60_000;
      row(minute.toFixed(2), ...COLUMNS.map((column) => sample[column].toFixed(1)));
    }
    const steady = samples.slice(samples.length * WARM_UP);
    for (const column of COLUMNS.slice(0, -1))
      line(`slope of ${column}`, `${slopeOf(steady.map((sample) => sample[column])).toFixed(1)} an hour`);
  } finally {
    for (const process of [clients, relay, platform]) process.close();
    await redis.stop();
  }
}
