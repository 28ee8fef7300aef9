import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../../relay/support/redis.ts';
import { line } from '../page.ts';
import { startProcess, startRelay } from '../relay.ts';

const VISITORS = 200;
const TALK_EVERY_MS = 5_000;
/** One visitor in half a second leaves and another one comes. */
const CHURN_MS = 500;
const MINUTE_MS = 60_000;
const SAMPLES_A_MINUTE = 2;
/** Part of the samples that is not of the slope: caches fill and code is compiled. */
const WARM_UP = 0.25;

interface Sample {
  readonly minute: number;
  readonly usedMB: number;
  readonly rssMB: number;
  readonly sockets: number;
  readonly timers: number;
  readonly others: number;
}

/** Slope of a line through the samples, per hour, by least squares. */
function slopeOf(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const middle = mean(({ minute }) => minute);
  const height = mean(value);
  const product = mean((sample) => (sample.minute - middle) * (value(sample) - height));
  return (60 * product) / mean(({ minute }) => (minute - middle) ** 2);
}

const digits = (count: number) => count.toFixed(1);

/** Lets visitors come, talk and go through a relay that carries their sockets, and prints what the relay holds. */
export async function soak(minutes: number): Promise<void> {
  if (!(minutes >= 2)) throw new Error('--minutes must be at least 2; a slope needs several samples');
  console.log(
    `\nSoak of ${minutes} minutes: ${VISITORS} carried conversations, each with a message every ${TALK_EVERY_MS / 1_000} s; ${1_000 / CHURN_MS} a second end and begin`,
  );
  const redis = await startRedis();
  const platform = await startProcess('load/platform-process.ts');
  const relay = await startRelay(platform.url, { FOYER_SOCKET: 'proxy', FOYER_STORE_URL: redis.url });
  const clients = await startProcess('load/clients-process.ts');
  const samples: Sample[] = [];
  try {
    await clients.ask({ type: 'balance', relays: [relay.url] });
    await clients.ask({ type: 'join', first: 0, count: VISITORS });
    await clients.ask({ type: 'talk', everyMs: TALK_EVERY_MS });
    await clients.ask({ type: 'churn', everyMs: CHURN_MS });
    console.log('minute | used MB | resident MB | sockets | timers | others');
    for (let nth = 0; nth < minutes * SAMPLES_A_MINUTE; nth++) {
      await pause(MINUTE_MS / SAMPLES_A_MINUTE);
      const { used, rss, resources } = await relay.askMemory();
      const { TCPSocketWrap: sockets = 0, Timeout: timers = 0, ...rest } = resources;
      const sample = {
        minute: (nth + 1) / SAMPLES_A_MINUTE,
        usedMB: used / 1e6,
        rssMB: rss / 1e6,
        sockets,
        timers,
        others: Object.values(rest).reduce((sum, count) => sum + count, 0),
      };
      samples.push(sample);
      console.log(
        [sample.minute, digits(sample.usedMB), digits(sample.rssMB), sockets, timers, sample.others].join(
          ' | ',
        ),
      );
    }
    const steady = samples.slice(samples.length * WARM_UP);
    line('slope of used memory', `${digits(slopeOf(steady, ({ usedMB }) => usedMB))} MB an hour`);
    line('slope of resident memory', `${digits(slopeOf(steady, ({ rssMB }) => rssMB))} MB an hour`);
    line('slope of sockets', `${digits(slopeOf(steady, ({ sockets }) => sockets))} an hour`);
    line('slope of timers', `${digits(slopeOf(steady, ({ timers }) => timers))} an hour`);
  } finally {
    for (const process of [clients, relay, platform]) process.close();
    await redis.stop();
  }
}
