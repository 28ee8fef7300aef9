import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { type FaultyTcp, startFaultyTcp, type TcpFault } from '../support/faulty-tcp.ts';
import { IS_FULL } from '../support/sizes.ts';
import { hasRedis, type Redis, startRedis } from './support/redis.ts';
import { isQuiet, openVisitors } from './support/visitors.ts';

/** Ends of all that a test has opened. The tests run at the same time: they mostly wait. */
type Closings = (() => unknown)[];

const OUTAGE_MS = 60_000;

/** Redis, the platform, and the way of the relays to each. */
interface Parts {
  readonly clock: FakeClock;
  readonly redis: Redis;
  readonly toRedis: FaultyTcp;
  readonly toPlatform: FaultyTcp;
  readonly closings: Closings;
}

interface Outage {
  readonly options?: readonly string[];
  readonly begin: (parts: Parts) => unknown;
  readonly end: (parts: Parts) => unknown;
}

/** During an outage: whether messages arrive, a page that loads again shows its conversation, and a new visitor gets one. */
type Works = 'messages' | 'returning' | 'new';

const portOf = (url: string): number => Number(new URL(url).port);

async function command(redis: Redis, ...words: readonly string[]): Promise<string> {
  const client = await createClient({ url: redis.url }).connect();
  const answer = String(await client.sendCommand([...words]));
  client.destroy();
  return answer;
}

const redisFault = (fault: TcpFault): Outage => ({
  begin: ({ toRedis }) => toRedis.begin(fault),
  end: ({ toRedis }) => toRedis.end(),
});
const platformFault = (fault: TcpFault): Outage => ({
  begin: ({ toPlatform }) => toPlatform.begin(fault),
  end: ({ toPlatform }) => toPlatform.end(),
});

const OUTAGES = {
  'Redis is gone': redisFault({ type: 'answer', text: '' }),
  'Redis answers after half a second': redisFault({ type: 'slow', delayMs: 250 }),
  'Redis does not answer': redisFault({ type: 'silent' }),
  'Redis fails over to a replica, and the old connections stay': {
    async begin({ redis, toRedis, closings }) {
      const replica = await startRedis('--replicaof', '127.0.0.1', String(portOf(redis.url)));
      closings.push(replica.stop);
      while (!(await command(replica, 'INFO', 'replication')).includes('master_link_status:up'))
        await pause(20);
      await command(replica, 'REPLICAOF', 'NO', 'ONE');
      await command(redis, 'REPLICAOF', '127.0.0.1', String(portOf(replica.url)));
      toRedis.redirect(portOf(replica.url));
    },
    end() {},
  },
  'Redis is full': {
    begin: ({ redis }) => command(redis, 'CONFIG', 'SET', 'maxmemory', '1'),
    end: ({ redis }) => command(redis, 'CONFIG', 'SET', 'maxmemory', '0'),
  },
  'the platform answers 503': platformFault({
    type: 'answer',
    text: 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  }),
  'the platform answers after two seconds': platformFault({ type: 'slow', delayMs: 1_000 }),
  'the platform does not answer': platformFault({ type: 'silent' }),
} as const satisfies Record<string, Outage>;

/** Outages in both socket modes, with what works meanwhile. Only the full size plays them all, else every second one is. */
const CASES: readonly [outage: keyof typeof OUTAGES, socket: 'direct' | 'proxy', works: readonly Works[]][] =
  [
    ['Redis is gone', 'direct', ['messages']],
    ['Redis is gone', 'proxy', []],
    ['Redis answers after half a second', 'proxy', ['messages', 'returning', 'new']],
    ['Redis answers after half a second', 'direct', ['messages', 'returning', 'new']],
    ['Redis does not answer', 'direct', ['messages']],
    ['Redis does not answer', 'proxy', []],
    [
      'Redis fails over to a replica, and the old connections stay',
      'proxy',
      ['messages', 'returning', 'new'],
    ],
    [
      'Redis fails over to a replica, and the old connections stay',
      'direct',
      ['messages', 'returning', 'new'],
    ],
    ['Redis is full', 'proxy', []],
    ['Redis is full', 'direct', ['messages', 'returning']],
    ['the platform answers 503', 'direct', []],
    ['the platform answers 503', 'proxy', []],
    ['the platform answers after two seconds', 'direct', ['messages', 'returning', 'new']],
    ['the platform answers after two seconds', 'proxy', ['messages', 'returning', 'new']],
    ['the platform does not answer', 'proxy', []],
    ['the platform does not answer', 'direct', []],
  ];

async function open(socket: 'direct' | 'proxy', closings: Closings) {
  const clock = createFakeClock();
  const emulator = await startEmulator({ clock, pace: { wordMs: 0, thinkingMs: 0 } });
  closings.push(emulator.close);
  const redis = await startRedis();
  closings.push(redis.stop);
  const toRedis = await startFaultyTcp(portOf(redis.url), clock);
  const toPlatform = await startFaultyTcp(portOf(emulator.messagingUrl), clock);
  closings.push(toRedis.close, toPlatform.close);
  const bench = openVisitors({
    clock,
    emulator,
    env: { FOYER_SOCKET: socket, FOYER_STORE_URL: `redis://127.0.0.1:${toRedis.port}` },
    messagingUrl: `http://127.0.0.1:${toPlatform.port}`,
    // Redis needs a moment.
    pause: () => pause(1),
  });
  closings.push(bench.close);
  bench.serving.push(await bench.startRelay(), await bench.startRelay());
  return { ...bench, parts: { clock, redis, toRedis, toPlatform, closings } };
}

if (hasRedis) {
  describe('outages of Redis and of the platform', () => {
    it.concurrent.for(CASES.filter((_, at) => IS_FULL || at % 2 === 0))(
      'no message is lost or doubled, and all recovers by itself, when %s (sockets: %s)',
      async ([name, socket, works], { expect, onTestFinished }) => {
        const closings: Closings = [];
        onTestFinished(async () => {
          for (const close of closings.reverse()) await close();
        });
        const { parts, visitors, join, pass, passTime, differences } = await open(socket, closings);
        const outage: Outage = OUTAGES[name];
        const [talker, returning] = [join(), join()];
        await pass(() => visitors.every(isQuiet));
        for (const visitor of visitors) visitor.say();
        await pass(() => visitors.every(isQuiet));
        await outage.begin(parts);
        talker.say();
        returning.reload();
        const newcomer = join();
        await passTime(OUTAGE_MS);
        const found: Works[] = [];
        if (isQuiet(talker)) found.push('messages');
        if (isQuiet(returning)) found.push('returning');
        if (isQuiet(newcomer)) found.push('new');
        for (const visitor of visitors) visitor.say();
        await passTime(1_000);
        await outage.end(parts);
        await pass(() => visitors.every(isQuiet));
        expect([found, differences()]).toEqual([works, []]);
      },
    );
  });
} else {
  it('outages are not tested without a redis-server', () => expect(hasRedis).toBe(false));
}
