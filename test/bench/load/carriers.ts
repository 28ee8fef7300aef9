import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../../src/base/clock.ts';
import type { Message } from '../../../src/chat/model/model.ts';
import { createFleet, type FleetVisitor } from '../../support/fleet.ts';
import { SITE } from '../calls.ts';
import { inMs, line, percentile, row } from '../print.ts';
import { processorTime, startProcess, startRelay } from '../processes.ts';
import type { Clients } from './clients-process.ts';

const WAYS = {
  'socket to the platform': { FOYER_CARRIERS: 'direct' },
  'socket to the relay': { FOYER_SOCKET: 'proxy', FOYER_CARRIERS: 'relay' },
  polls: { FOYER_CARRIERS: 'poll' },
} as const;
type Way = keyof typeof WAYS;

const WORDS = 200;
const PACE = { LOAD_WORD_MS: '25', LOAD_THINKING_MS: '300' };
const CONVERSATIONS = 20;
const PARALLEL = 4;
/** Every visitor of the crowd says something so often. */
const TALK_EVERY_MS = 30_000;
const CROWD_MS = 60_000;

interface Figures {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly requests: number;
  readonly processorMs: number;
}

/** Resolves to the times of the first and the last word of an answer, in ms. */
function answerTimes(
  visitor: FleetVisitor,
  ask: () => void,
): Promise<readonly [first: number, last: number]> {
  const { transcript } = visitor.chat();
  const answers = () =>
    transcript
      .peek()
      .filter((entry): entry is Message => entry.kind === 'message' && entry.author === 'agent');
  const before = answers().length;
  const startedAt = performance.now();
  let first = 0;
  ask();
  return new Promise((resolve) => {
    const stop = transcript.subscribe(() => {
      const answer = answers()[before];
      if (!answer) return;
      first ||= performance.now() - startedAt;
      if (answer.streaming) return;
      queueMicrotask(() => stop());
      resolve([first, performance.now() - startedAt]);
    });
  });
}

async function measure(way: Way): Promise<Figures> {
  const platform = await startProcess('load/platform-process.ts', { env: PACE });
  const relay = await startRelay(platform.ready.url, WAYS[way]);
  let requests = 0;
  const fleet = createFleet({
    clock: systemClock(),
    random: Math.random,
    origin: SITE,
    relay: () => relay.ready.url,
    onRequest: () => {
      requests += 1;
    },
  });
  const times: (readonly [number, number])[] = [];
  async function converse(nth: number): Promise<void> {
    const visitor = fleet.join(`visitor ${nth}`);
    while (
      visitor
        .chat()
        .transcript.peek()
        .every((entry) => entry.kind !== 'message' || entry.streaming)
    )
      await pause(50);
    // Chance decides at which moment of a poll the words come.
    await pause(Math.random() * 500);
    times.push(await answerTimes(visitor, () => visitor.chat().send(`long ${WORDS}`)));
    visitor.dispose();
  }
  await converse(-1);
  times.length = 0;
  requests = 0;
  const processorBefore = processorTime(relay.pid);
  const waiting = Array.from({ length: CONVERSATIONS }, (_, nth) => nth);
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let nth = waiting.pop(); nth !== undefined; nth = waiting.pop()) await converse(nth);
    }),
  );
  const processorMs = (processorTime(relay.pid) - processorBefore) / CONVERSATIONS;
  relay.close();
  platform.close();
  return {
    first: times.map(([first]) => first),
    last: times.map(([, last]) => last),
    requests: requests / CONVERSATIONS,
    processorMs,
  };
}

/** Lets many visitors talk through one relay, and prints what they cost it. */
async function crowd(way: Way, visitors: number): Promise<void> {
  const platform = await startProcess('load/platform-process.ts');
  const relay = await startRelay(platform.ready.url, WAYS[way]);
  const clients = await startProcess<Clients>('load/clients-process.ts');
  await clients.ask('balance', [relay.ready.url]);
  await clients.ask('join', 0, visitors);
  await clients.ask('talk', TALK_EVERY_MS);
  const before = processorTime(relay.pid);
  await pause(CROWD_MS);
  const share = (100 * (processorTime(relay.pid) - before)) / CROWD_MS;
  const shown = await clients.ask('settle');
  const { resident } = await relay.ask('memory');
  const lost = shown.filter(({ said, shown }) => said.join('\n') !== shown.join('\n')).length;
  row(
    `${visitors} visitors, ${way}`,
    `${share.toFixed(1)} %`,
    `${(resident / 1e6).toFixed(0)} MB`,
    `${lost} of them`,
  );
  for (const process of [clients, relay, platform]) process.close();
}

/** Compares sockets and polls: an answer of 200 words, and many visitors on one relay. */
export async function carriers(visitors: number): Promise<void> {
  console.log(`\nCarriers: ${CONVERSATIONS} conversations with an answer of ${WORDS} words each, in turn`);
  row('', 'first word', 'last word', 'requests', 'processor');
  const figures = {} as Record<Way, Figures>;
  for (const way of Object.keys(WAYS) as Way[]) {
    figures[way] = await measure(way);
    const { first, last, requests, processorMs } = figures[way];
    row(
      way,
      inMs(percentile(first, 0.5)),
      inMs(percentile(last, 0.5)),
      requests.toFixed(1),
      inMs(processorMs),
    );
  }
  const ratio = (of: (figures: Figures) => number, way: Way) =>
    (of(figures.polls) / of(figures[way])).toFixed(2);
  line(
    'first word, polls',
    `${ratio(({ first }) => percentile(first, 0.5), 'socket to the platform')}×`,
    'limit 1.5×',
  );
  line(
    'last word, polls',
    `${ratio(({ last }) => percentile(last, 0.5), 'socket to the platform')}×`,
    'limit 2×',
  );
  line(
    'processor of the relay, polls',
    `${ratio(({ processorMs }) => processorMs, 'socket to the relay')}×`,
    'of a carried socket; limit 3×',
  );
  console.log(`\nA crowd on one relay; each says something every ${TALK_EVERY_MS / 1_000} s`);
  row('', 'processor', 'resident', 'lost words');
  for (const way of ['socket to the relay', 'polls'] as const) await crowd(way, visitors);
}
