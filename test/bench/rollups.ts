import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createSum, MAX_NAMES_IN_WINDOW } from '../../src/relay/admin/insights/merge.ts';
import { rollup } from '../../src/relay/admin/insights/rollup.ts';
import { bundle } from '../support/bundle.ts';
import { line } from './page.ts';
import type { Rollup } from './rollups-process.ts';

const CONVERSATIONS = 100_000;
const WARM_UP = 2_000;
const PAGE = 200;
const MIDNIGHT = Date.UTC(2026, 10, 2);
const DAY_MS = 24 * 3_600_000;
const TURNS = 10;

function conversation(nth: number, count: number) {
  const startedAt = MIDNIGHT - DAY_MS + Math.floor((nth * DAY_MS) / count);
  return {
    id: `conversation-${nth}`,
    account_id: 'a',
    project_id: 'p',
    variant_name: `Variant ${nth % 10}`,
    environment: 'live',
    started_at: new Date(startedAt).toISOString(),
    channel: ['VOICE-SIP', 'WEBCHAT', 'CHAT'][nth % 3],
    in_progress: false,
    num_turns: TURNS,
    total_duration: 60 + (nth % 300),
    handoff: nth % 5 === 0,
    handoff_reason: nth % 5 === 0 ? `topic ${nth % 30}` : '',
    num_silences: nth % 4,
    num_ood: nth % 3,
    turns: Array.from({ length: TURNS }, (_, at) => ({
      user_input: `Where is my order number ${nth}? I have waited for it since last week.`,
      agent_response: `Your order ${nth} left our warehouse yesterday and will be with you on Thursday.`,
      user_input_datetime: new Date(startedAt + at * 10_000).toISOString(),
      agent_response_datetime: new Date(startedAt + at * 10_000 + 900).toISOString(),
      latency: 300 + ((nth * 7 + at * 131) % 2_500),
      translated_user_input: '',
      english_agent_response: '',
    })),
  };
}

/** A platform with conversations of one day, in pages by cursor. */
async function startPlatform(count: number) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isAsked =
      pathname.startsWith('/v3/') &&
      searchParams.get('client_env') === 'live' &&
      searchParams.get('in_progress') === null &&
      Date.parse(searchParams.get('start_time') ?? '') < MIDNIGHT;
    const from = Number(searchParams.get('cursor') ?? 0);
    const to = isAsked ? Math.min(count, from + PAGE) : from;
    const conversations = Array.from({ length: to - from }, (_, at) => conversation(from + at, count));
    const body = pathname.startsWith('/v3/')
      ? { conversations, cursor: isAsked && to < count ? String(to) : null }
      : { account_id: 'a', project_id: 'p', intervals: [] };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Measures what 500 pages cost in which each conversation has names of its own, all in one window. */
function inventedNames(): void {
  const like = conversation(0, CONVERSATIONS);
  const before = process.cpuUsage();
  const sum = createSum(MAX_NAMES_IN_WINDOW);
  for (let nth = 0; nth < CONVERSATIONS; nth += 1) {
    const name = `invented ${nth}`;
    sum.add(
      rollup({
        ...like,
        channel: name,
        variant_name: name,
        handoff: true,
        handoff_reason: name,
      }),
    );
  }
  const { user, system } = process.cpuUsage(before);
  line(
    `sum of ${CONVERSATIONS} conversations, each with names of its own`,
    `${((user + system) / 1e6).toFixed(2)} s`,
    `processor, goal 2; ${sum.read().variants.named.size} names of each kind are kept`,
  );
}

/**
 * Measures how fast a relay adds up conversations, and what that adds to its memory. The heap is limited, because Node does not
 * collect a page before it has to.
 */
export async function rollups(): Promise<void> {
  inventedNames();
  const [warmUp, whole] = [await startPlatform(WARM_UP), await startPlatform(CONVERSATIONS)] as const;
  const { file, remove } = await bundle(fileURLToPath(new URL('rollups-process.ts', import.meta.url)));
  const child = fork(file, { execArgv: ['--max-old-space-size=64'] });
  child.send({ warmUpUrl: warmUp.url, url: whole.url });
  const [{ conversations, seconds, beforeMb, peakMb }] = (await once(child, 'message')) as [Rollup];
  child.kill();
  remove();
  for (const platform of [warmUp, whole]) platform.close();
  line(
    `rollup of ${conversations} conversations`,
    `+${Math.round(peakMb - beforeMb)} MB`,
    `the relay's memory, goal 30; ${Math.round(conversations / seconds)} a second without the request budget`,
  );
}
