import { createFarSide } from './far-side.ts';
import type { Scenario, Verdict } from './scenario.ts';

/** Many clients that are cut at one instant. They only meet at the server, so each has its own far side and seed. */

const WINDOW_MS = 100;
const READY = [
  { sequence: 1, type: 'EVENT_TYPE_SESSION_START', payload: { capabilities: { streaming: true } } },
  { sequence: 2, type: 'EVENT_TYPE_POLY_AGENT_JOINED', payload: { agent_name: 'Iris' } },
].map((event) => ({ ...event, id: `event-${event.sequence}`, timestamp: '2026-11-02T09:00:00Z' }));

interface Returned {
  /** After the cut, milliseconds. */
  readonly attempts: readonly number[];
  readonly onlineAt: number;
}

async function comeBack(seed: number, forMs: number): Promise<Returned> {
  const far = createFarSide(seed, () => false, null, 0);
  far.server = {
    opened: ({ on }) =>
      on.text(JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: READY } })),
    took: () => {},
  };
  far.chat.start();
  await far.settle();
  far.clock.advance(500);
  await far.settle();
  const cutAt = far.clock.now();
  far.cut(1006);
  for (let left = forMs; left > 0; ) {
    const step = Math.min(left, Math.max(far.clock.nextIn() ?? left, 1));
    far.clock.advance(step);
    left -= step;
    await far.settle();
    if (far.chat.connection.value === 'online') break;
  }
  const onlineAt = far.statuses.findLast(({ status }) => status === 'online')?.at ?? Number.POSITIVE_INFINITY;
  far.chat.dispose();
  return {
    attempts: far.connections.map(({ askedAt }) => askedAt - cutAt).filter((it) => it >= 0),
    onlineAt: onlineAt > cutAt ? onlineAt - cutAt : Number.POSITIVE_INFINITY,
  };
}

/** The size of the fleet when a scenario is about one that is cut together, else undefined. */
export function fleetOf({
  given,
  then,
}: Scenario): { readonly size: number; readonly forMs: number } | undefined {
  const [fleet, drop, serve, ...rest] = given;
  const judged = Object.keys(then).every((key) => key === 'timing')
    ? Object.keys(then['timing'] ?? {})
    : ['other'];
  const isKnown = judged.every((key) =>
    ['peak_connects_per_100ms_max', 'all_online_within_ms'].includes(key),
  );
  if (typeof fleet?.['fleet'] !== 'number' || drop?.['drop_all'] !== true || rest.length > 0 || !isKnown)
    return undefined;
  return typeof serve?.['serve_ms'] === 'number'
    ? { size: fleet['fleet'], forMs: serve['serve_ms'] }
    : undefined;
}

export async function runFleet({ then }: Scenario, size: number, forMs: number): Promise<Verdict> {
  const timing = then['timing'] as { peak_connects_per_100ms_max?: number; all_online_within_ms?: number };
  const returned: Returned[] = [];
  for (let seed = 1; seed <= size; seed++) returned.push(await comeBack(seed, forMs));
  const attempts = returned.flatMap((it) => it.attempts).sort((a, b) => a - b);
  // The window slides: it begins with each attempt in turn.
  const peak = Math.max(
    ...attempts
      .map((from, at) => attempts.slice(at).findIndex((it) => it >= from + WINDOW_MS))
      .map((it, at) => (it < 0 ? attempts.length - at : it)),
  );
  const last = Math.max(...returned.map(({ onlineAt }) => onlineAt));
  const faults = [
    ...(peak > (timing.peak_connects_per_100ms_max ?? Number.POSITIVE_INFINITY)
      ? [`peak_connects_per_100ms: ${peak}`]
      : []),
    ...(last > (timing.all_online_within_ms ?? Number.POSITIVE_INFINITY)
      ? [`all online after ${last} ms`]
      : []),
  ];
  return faults.length > 0 ? { is: 'FAIL', faults } : { is: 'ok' };
}
