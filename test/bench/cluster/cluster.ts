import { execFileSync } from 'node:child_process';
import { CHUNKS } from '../calls.ts';
import { compare, inMs, line } from '../print.ts';
import type { Task } from './load-process.ts';
import { type Spent, type Stack, startStack, type Visitors } from './stack.ts';

const PARALLEL = 32;
const SECONDS = 15;
/** Sockets that one process of HAProxy carries where a process may open 20,000 files. */
const SOCKETS_A_BALANCER = 9_000;
const DIRECT_SOCKETS = 500;
/** Each socket sends a message so often. */
const TALK_EVERY_MS = 60_000;
const TALK_SECONDS = 60;
const CONVERSATIONS = 20;
const MESSAGES = 5;
/** Share of a processor that a throttled relay gets. */
const THROTTLED = 0.15;
const PERIOD_NS = 10_000_000;

const a = (count: number) => count.toFixed(count < 10 ? 1 : 0);
const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
const timesOf = (reports: readonly { readonly times: readonly number[] }[]) =>
  reports.flatMap(({ times }) => times);

function printSpent(count: number, of: string, { relays, balancers, redis, commands }: Spent): void {
  line(`  processor time of the relays ${of}`, inMs(relays / count));
  line(`  of HAProxy`, inMs(balancers / count));
  line(`  of the Redis`, inMs(redis / count), `${a(commands / count)} commands`);
}

function printFailures(reports: readonly { readonly failed: number }[]): void {
  const failed = sumOf(reports.map((report) => report.failed));
  if (failed > 0) line('  failed', String(failed));
}

/** As many of a task as the machine has time for. */
const asMany = (task: Task) => (it: Visitors) => it.ask('repeat', task, PARALLEL, SECONDS);

async function busy(stack: Stack, task: Task): Promise<number> {
  const { reports, spent } = await stack.measure(asMany(task));
  const times = timesOf(reports);
  line(`${task}, a second, on the whole machine`, a(times.length / spent.seconds));
  printSpent(times.length, 'each', spent);
  printFailures(reports);
  return spent.relays / times.length;
}

/** A load that leaves processors free, beside the two calls that a creation consists of. */
async function calm(stack: Stack): Promise<void> {
  const calmly = (task: Task) => stack.tell((it) => it.ask('repeat', task, 2, SECONDS));
  const direct = timesOf(await calmly('create directly'));
  compare('  create, 4 at a time', timesOf(await calmly('create')), direct);
}

async function conversations(stack: Stack): Promise<void> {
  const count = 2 * CONVERSATIONS;
  const { reports, spent } = await stack.measure((it) => it.ask('converse', CONVERSATIONS, MESSAGES));
  line(`whole conversations of ${MESSAGES} messages`, String(count));
  printSpent(count, 'each', spent);
  line('  bytes on the socket of the visitor', kB(sumOf(reports.map(({ bytes }) => bytes)) / count));
}

async function sockets(stack: Stack, count: number): Promise<number> {
  const memory = () => Promise.all(stack.relays.map((relay) => relay.ask('memory')));
  const before = await memory();
  const opened = await stack.measure((it) => it.ask('open', 'proxied', count / 2));
  const after = await memory();
  const growth = (of: 'used' | 'resident') =>
    kB((sumOf(after.map((it) => it[of])) - sumOf(before.map((it) => it[of]))) / count);
  line(`${count} sockets opened in`, `${a(opened.spent.seconds)} s`);
  printFailures(opened.reports);
  printSpent(count, 'each, with the creation', opened.spent);
  line('  memory of the relays a socket, used', growth('used'));
  line('  resident', growth('resident'));
  await stack.tell((it) => it.ask('open', 'direct', DIRECT_SOCKETS / 2));
  const { reports, spent } = await stack.measure((it) => it.ask('talk', TALK_EVERY_MS, TALK_SECONDS));
  const messages = (count * TALK_SECONDS * 1_000) / TALK_EVERY_MS;
  line(`messages a second through ${count} sockets`, a(messages / TALK_SECONDS));
  printSpent(messages, `a message with its echo and an answer of ${CHUNKS} frames`, spent);
  compare(
    '  echo',
    timesOf(reports),
    reports.flatMap(({ directTimes }) => directTimes),
  );
  return spent.relays / messages;
}

/** Lets a process run for that share of each period only. */
function throttle(pid: number): void {
  const period = ['--sched-deadline', PERIOD_NS, '--sched-period', PERIOD_NS];
  const runtime = ['--sched-runtime', PERIOD_NS * THROTTLED];
  execFileSync('chrt', ['--deadline', ...runtime, ...period, '--pid', 0, pid].map(String));
}

/** Creations a second where each relay gets a small share of a processor, so that nothing else is short. */
async function throttled(relayCount: 1 | 2): Promise<number> {
  const stack = await startStack(relayCount);
  try {
    // Compiled code first, which would otherwise be compiled in the small share.
    await stack.tell(asMany('create'));
    for (const { pid } of stack.relays) throttle(pid);
    return timesOf(await stack.tell(asMany('create'))).length / SECONDS;
  } finally {
    await stack.close();
  }
}

/** Measures one and two relays behind HAProxy, with the constants of docs/operations.md. */
export async function cluster(socketCount: number): Promise<void> {
  const costs: { create: number; message: number }[] = [];
  for (const count of [1, 2] as const) {
    const carried = (socketCount / 2) * count;
    console.log(
      `\nHAProxy, ${count === 1 ? 'a relay' : 'two relays'}, a Redis; a platform that takes 100 ms a call`,
    );
    const stack = await startStack(count, Math.ceil(carried / SOCKETS_A_BALANCER));
    try {
      await busy(stack, 'widget.js');
      const create = await busy(stack, 'create');
      await busy(stack, 'resume');
      await calm(stack);
      await conversations(stack);
      costs.push({ create, message: await sockets(stack, carried) });
    } finally {
      await stack.close();
    }
  }
  const [one, two] = costs;
  console.log('\nTwo relays ÷ one');
  const ratio = (of: 'create' | 'message') => `${((two?.[of] ?? 0) / (one?.[of] ?? 0)).toFixed(2)} ×`;
  line('processor time of a creation', ratio('create'));
  line('processor time of a message', ratio('message'));
  const [small, large] = [await throttled(1), await throttled(2)];
  line(
    `creations a second, each relay with ${THROTTLED * 100} % of a processor`,
    `${a(small)} → ${a(large)}`,
  );
  line('  ratio', `${(large / small).toFixed(2)} ×`);
}
