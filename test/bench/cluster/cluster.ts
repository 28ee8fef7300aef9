import { execFileSync } from 'node:child_process';
import { line, percentile } from '../page.ts';
import type { LoadCommand, LoadReport, Task } from './processes.ts';
import { CHUNKS, type Spent, type Stack, startStack } from './stack.ts';

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

const inMs = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const a = (count: number) => count.toFixed(count < 10 ? 1 : 0);

const timesOf = (reports: readonly LoadReport[]) => reports.flatMap(({ times = [] }) => times);

function printSpent(count: number, of: string, { relays, balancers, redis, commands }: Spent): void {
  line(`  processor time of the relays ${of}`, inMs(relays / count));
  line(`  of HAProxy`, inMs(balancers / count));
  line(`  of the Redis, and commands`, `${inMs(redis / count)}, ${a(commands / count)}`);
}

function printTimes(label: string, times: readonly number[], direct: readonly number[]): void {
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const [through, beside] = [percentile(times, part), percentile(direct, part)];
    line(`  ${label}, ${name}`, inMs(through));
    line(`  ${name} without HAProxy and relay`, `${inMs(beside)} (${(through / beside).toFixed(2)} ×)`);
  }
}

function printFailures(reports: readonly LoadReport[]): void {
  const failed = reports.reduce((sum, report) => sum + (report.failed ?? 0), 0);
  if (failed > 0) line('  failed', String(failed));
}

/** As many of a task as the machine has time for. */
const asMany = (task: Task): LoadCommand => ({ type: 'repeat', task, parallel: PARALLEL, seconds: SECONDS });

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
  const calmly = (task: Task): LoadCommand => ({ type: 'repeat', task, parallel: 2, seconds: SECONDS });
  const direct = timesOf(await stack.tell(calmly('create directly')));
  const through = timesOf(await stack.tell(calmly('create')));
  console.log(`  4 at a time:`);
  printTimes('create', through, direct);
}

async function conversations(stack: Stack): Promise<void> {
  const count = 2 * CONVERSATIONS;
  const { reports, spent } = await stack.measure({
    type: 'converse',
    count: CONVERSATIONS,
    messages: MESSAGES,
  });
  const bytes = reports.reduce((sum, report) => sum + (report.bytes ?? 0), 0);
  line(`whole conversations of ${MESSAGES} messages`, String(count));
  printSpent(count, 'each', spent);
  line('  bytes on the socket of the visitor', `${(bytes / count / 1_000).toFixed(1)} kB`);
}

async function sockets(stack: Stack, count: number): Promise<number> {
  const memory = () => Promise.all(stack.relays.map((relay) => relay.askMemory()));
  const before = await memory();
  const { reports: opened, spent: opening } = await stack.measure({
    type: 'open',
    task: 'proxied',
    count: count / 2,
  });
  const after = await memory();
  const growth = (of: 'used' | 'rss') =>
    after.reduce((sum, memoryOf, nth) => sum + memoryOf[of] - (before[nth]?.[of] ?? 0), 0);
  line(`${count} sockets opened in`, `${a(opening.seconds)} s`);
  printFailures(opened);
  printSpent(count, 'each, with the creation', opening);
  line('  memory of the relays a socket, used', `${(growth('used') / count / 1_000).toFixed(1)} kB`);
  line('  resident', `${(growth('rss') / count / 1_000).toFixed(1)} kB`);
  await stack.tell({ type: 'open', task: 'direct', count: DIRECT_SOCKETS / 2 });
  const talk = { type: 'talk', everyMs: TALK_EVERY_MS, seconds: TALK_SECONDS } as const;
  const { reports, spent } = await stack.measure(talk);
  const times = timesOf(reports);
  const messages = (count * TALK_SECONDS * 1_000) / TALK_EVERY_MS;
  line(`messages a second through ${count} sockets`, a(messages / TALK_SECONDS));
  printSpent(messages, `a message with its echo and an answer of ${CHUNKS} frames`, spent);
  printTimes(
    'echo',
    times,
    reports.flatMap(({ directTimes = [] }) => directTimes),
  );
  return spent.relays / messages;
}

/** Lets a process run for that share of each period only. */
function throttle(pid: number): void {
  const times = [
    '--sched-runtime',
    PERIOD_NS * THROTTLED,
    '--sched-deadline',
    PERIOD_NS,
    '--sched-period',
    PERIOD_NS,
  ];
  execFileSync('chrt', ['--deadline', ...times, '--pid', 0, pid].map(String));
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

/** Measures one and two relays behind HAProxy, with the constants of docs/scaling.md. */
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
