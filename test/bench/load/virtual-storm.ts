// npm run bench -- load virtual [--widgets 1000000]: so many widgets lose their platform at one moment, on a virtual clock. Each
// is the real `step` of the client. Prints what the platform has to bear.
import type { ChatState, InputBody } from '../../../src/chat/model/state.ts';
import { dueAt, initialState } from '../../../src/chat/model/state.ts';
import { step } from '../../../src/chat/steps/step.ts';
import { createSeededRandom } from '../../../src/emulator/seeded-random.ts';

const SECOND = 1_000;
const HORIZON_S = 180;
/** A platform refuses a handshake when so much work waits. */
const QUEUE_S = 5;
const DOWN_S = 5;

interface Storm {
  /** Handshakes that reach the platform in each second. */
  readonly asked: readonly number[];
  /** Share of the widgets that are online at the end of each second. */
  readonly online: readonly number[];
  readonly refused: number;
}

interface Platform {
  /** Code with which it closes its sockets; 1006: its process dies. */
  readonly code: number;
  readonly perSecond: number;
  /** How long nothing listens. */
  readonly downS: number;
}

/** The state of a client that has been online for a minute in direct mode. */
function onlineState(): ChatState {
  let state = initialState({ network: { status: 'online' } });
  let at = 0;
  const apply = (body: InputBody) => {
    [state] = step(state, { ...body, at, random: 0.5 });
  };
  const event = (sequence: number, type: string, payload: object) => ({
    id: String(sequence),
    sequence,
    timestamp: '2026-11-02T09:00:00Z',
    type: `EVENT_TYPE_${type}`,
    payload,
  });
  const events = [
    event(1, 'SESSION_START', { capabilities: { streaming: true } }),
    event(2, 'SERVICE_AGENT_JOINED', {}),
  ];
  apply({ type: 'start', storedSessionId: null });
  apply({
    type: 'relay-answered',
    call: 1,
    answer: {
      type: 'grant',
      grant: {
        session_id: 's',
        access_token: 't',
        expires_in: 86_400,
        websocket_url: 'wss://platform/ws',
        dialect: 'service',
      },
    },
  });
  apply({ type: 'socket-opened', socket: 2 });
  apply({
    type: 'frame',
    socket: 2,
    text: JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }),
  });
  for (at = SECOND; at <= 20 * SECOND; at += SECOND) apply({ type: 'tick' });
  if (state.connection.status !== 'open' || state.connection.replay.status !== 'live')
    throw new Error('unable to begin; the client is not online');
  return state;
}

/** What happens at each millisecond. */
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

function simulate(widgets: number, { code, perSecond, downS }: Platform): Storm {
  const { next: random } = createSeededRandom(1);
  const base = onlineState();
  const from = 60 * SECOND;
  const socket = base.connection.status === 'open' ? base.connection.socket : 0;
  const states: (ChatState | undefined)[] = Array.from({ length: widgets }, () => base);
  const ticks = createCalendar();
  const answers = createCalendar();
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
    freeAt = Math.max(freeAt, now) + SECOND / perSecond;
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
      else if (effect.type === 'check-session')
        apply(widget, now, {
          type: 'relay-answered',
          call: effect.call,
          answer: { type: 'state', state: 'alive' },
        });
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
  let online = 0;
  return {
    asked,
    online: opened.map((count) => {
      online += count;
      return online / widgets;
    }),
    refused,
  };
}

/** Second after which a share of the widgets is online. */
const onlineAfter = ({ online }: Storm, share: number): string => {
  const second = online.findIndex((part) => part >= share);
  return second < 0 ? `> ${HORIZON_S} s` : `${second + 1} s`;
};

const whole = (value: number) => Math.round(value).toLocaleString('en');

const RATES = [Number.POSITIVE_INFINITY, 0.1, 0.05, 0.02];
const DOWN_TIMES_S = [0, 2, 10, 30];

export function virtualStorm(widgets: number): void {
  console.log(
    `\n${whole(widgets)} widgets lose their platform, which refuses handshakes when ${QUEUE_S} s of work wait`,
  );
  console.log('closed with | away | handshakes/s served | peak asked/s | refused | 99 % online | all online');
  function measure(code: number, share: number, downS: number): void {
    const perSecond = share * widgets;
    const rate = share === Number.POSITIVE_INFINITY ? 'any number' : whole(perSecond);
    const storm = simulate(widgets, { code, perSecond, downS });
    const peak = Math.max(...storm.asked);
    const cells = [
      code,
      `${downS} s`,
      rate,
      `${whole(peak)} (${((100 * peak) / widgets).toFixed(1)} %)`,
      whole(storm.refused),
      onlineAfter(storm, 0.99),
      onlineAfter(storm, 1),
    ];
    console.log(cells.join(' | '));
  }
  for (const code of [1012, 1006]) for (const share of RATES) measure(code, share, DOWN_S);
  for (const downS of DOWN_TIMES_S) measure(1006, Number.POSITIVE_INFINITY, downS);
}
