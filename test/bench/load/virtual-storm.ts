// So many widgets lose their platform at one moment, on a virtual clock. Each is the real `step` of the client.
import type { ChatState, InputBody } from '../../../src/chat/model/state.ts';
import { dueAt, initialState } from '../../../src/chat/model/state.ts';
import { step } from '../../../src/chat/steps/step.ts';
import { createSeededRandom } from '../../../src/emulator/seeded-random.ts';
import { agentJoined, GRANT, sessionStart } from '../../support/chat-harness.ts';
import { row } from '../print.ts';

const SECOND = 1_000;
const HORIZON_S = 180;
/** A platform refuses a handshake when so much work waits. */
const QUEUE_S = 5;

interface Platform {
  /** Code with which it closes its sockets; 1006: its process dies. */
  readonly code: number;
  /** Time without a listener. */
  readonly downS: number;
  /** Handshakes that it serves in a second, as a share of the widgets. */
  readonly served: number;
}

const RATES = [Number.POSITIVE_INFINITY, 0.1, 0.05, 0.02];
const PLATFORMS: readonly Platform[] = [
  ...[1012, 1006].flatMap((code) => RATES.map((served) => ({ code, downS: 5, served }))),
  ...[0, 2, 10, 30].map((downS) => ({ code: 1006, downS, served: Number.POSITIVE_INFINITY })),
];

/** The state of a client that has been online for a while in direct mode, and its socket. */
function online() {
  let state = initialState({ network: { status: 'online' } });
  let at = 0;
  const apply = (body: InputBody) => {
    [state] = step(state, { ...body, at, random: 0.5 });
  };
  apply({ type: 'start', storedSessionId: null });
  const grant = { ...GRANT, expires_in: 86_400 };
  apply({ type: 'relay-answered', call: 1, answer: { type: 'grant', grant } });
  apply({ type: 'socket-opened', socket: 2 });
  const payload = { events: [sessionStart(), agentJoined(2)] };
  const text = JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload });
  apply({ type: 'frame', socket: 2, text });
  for (at = SECOND; at <= 20 * SECOND; at += SECOND) apply({ type: 'tick' });
  if (state.connection.status !== 'open' || state.connection.replay.status !== 'live')
    throw new Error('unable to begin; the client is not online');
  return { state, socket: state.connection.socket };
}

/** Events by millisecond. */
function createCalendar() {
  const due: (number[] | undefined)[] = [];
  return {
    add(at: number, widget: number): void {
      const ms = Math.ceil(at);
      due[ms] ??= [];
      due[ms].push(widget);
    },
    take(ms: number): readonly number[] {
      const taken = due[ms] ?? [];
      due[ms] = undefined;
      return taken;
    },
  };
}

/** The handshakes that reach the platform, and those that it serves, in each second; and how many it refuses. */
function simulate(widgets: number, { code, downS, served }: Platform) {
  const { next: random } = createSeededRandom(1);
  const { state: base, socket } = online();
  const from = 60 * SECOND;
  const states: (ChatState | undefined)[] = Array.from({ length: widgets }, () => base);
  const [ticks, answers] = [createCalendar(), createCalendar()];
  const asked = Array<number>(HORIZON_S).fill(0);
  const opened = Array<number>(HORIZON_S).fill(0);
  let refused = 0;
  /** The moment at which the platform has done all work that waits. */
  let freeAt = 0;

  function ask(widget: number, now: number, socket: number): void {
    const isUp = now >= downS * SECOND;
    const second = Math.floor(now / SECOND);
    if (isUp) asked[second] = (asked[second] ?? 0) + 1;
    if (!isUp || freeAt - now > QUEUE_S * SECOND) {
      if (isUp) refused += 1;
      return apply(widget, now, { type: 'socket-closed', socket, code: 1006 });
    }
    freeAt = Math.max(freeAt, now) + SECOND / (served * widgets);
    answers.add(Math.max(freeAt, now + 1), widget);
  }

  function apply(widget: number, now: number, body: InputBody): void {
    const state = states[widget];
    if (!state) return;
    const [next, effects] = step(state, { ...body, at: from + now, random: random() });
    states[widget] = next;
    const due = dueAt(next);
    if (due !== null && next.connection.status !== 'connecting') ticks.add(due - from, widget);
    for (const effect of effects) {
      if (effect.type === 'open-socket') ask(widget, now, effect.socket);
      // The relay lives. What it knows of the session changes no wait.
      const answer = { type: 'state', state: 'alive' } as const;
      if (effect.type === 'check-session')
        apply(widget, now, { type: 'relay-answered', call: effect.call, answer });
    }
  }

  for (let widget = 0; widget < widgets; widget++) apply(widget, 0, { type: 'socket-closed', socket, code });
  for (let now = 1; now < HORIZON_S * SECOND; now++) {
    for (const widget of answers.take(now)) {
      // A handshake may take ten seconds, the queue is five seconds long: nobody has given up.
      states[widget] = undefined;
      const second = Math.floor(now / SECOND);
      opened[second] = (opened[second] ?? 0) + 1;
    }
    for (const widget of ticks.take(now)) {
      const due = states[widget] && dueAt(states[widget]);
      // Only the latest deadline counts.
      if (due !== null && due !== undefined && due - from <= now) apply(widget, now, { type: 'tick' });
    }
  }
  return { asked, opened, refused };
}

/** Second after which so many widgets are online. */
function onlineAfter(opened: readonly number[], widgets: number): string {
  let online = 0;
  const second = opened.findIndex((count) => {
    online += count;
    return online >= widgets;
  });
  return second < 0 ? `> ${HORIZON_S} s` : `${second + 1} s`;
}

const whole = (value: number) => Math.round(value).toLocaleString('en');

/** Prints what a platform has to bear when it closes with 1012, and when it dies. */
export function virtualStorm(widgets: number): void {
  console.log(
    `\n${whole(widgets)} widgets lose their platform, which refuses handshakes when ${QUEUE_S} s of work wait`,
  );
  row('closed with, away, serves a second', 'peak asked/s', 'refused', '99 % online', 'all online');
  for (const platform of PLATFORMS) {
    const { code, downS, served } = platform;
    const { asked, opened, refused } = simulate(widgets, platform);
    const peak = Math.max(...asked);
    row(
      `${code}, ${downS} s, ${Number.isFinite(served) ? whole(served * widgets) : 'any number'}`,
      `${whole(peak)} (${((100 * peak) / widgets).toFixed(1)} %)`,
      whole(refused),
      onlineAfter(opened, 0.99 * widgets),
      onlineAfter(opened, widgets),
    );
  }
}
