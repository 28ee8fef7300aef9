import { createDraws, seedOf } from './draws.ts';
import { type Environment, VARIANTS, type VariantId } from './origin.ts';
import { type Exchange, isOod, type Scenario, scenarios } from './scenarios.ts';
import type { Turn } from './turn.ts';

/** Conversations that nobody held: the same ones for the same specification. */
export interface Generated {
  /** From 1 to 1,000,000. */
  readonly count: number;
  /** A whole number of 32 bits; default 1. */
  readonly seed?: number;
  /** When the first begins and before when the last is over, in milliseconds; default: the week before now. */
  readonly from?: number;
  readonly to?: number;
}

const MAX_GENERATED = 1_000_000;
const MAX_SEED = 2 ** 32 - 1;
const DAY_MS = 24 * 3_600_000;

const WEEK_MS = 7 * DAY_MS;

/** The specification with all that may be left out of it. Throws for numbers that make no conversations. */
export function completed({ count, seed = 1, to, from }: Generated, now: number): Required<Generated> {
  const end = to ?? now;
  const begin = from ?? end - WEEK_MS;
  const isWhole = [count, seed, begin, end].every(Number.isSafeInteger);
  if (!isWhole || count < 1 || count > MAX_GENERATED || seed < 0 || seed > MAX_SEED || begin >= end)
    throw new Error(
      `unable to generate conversations; expected a count from 1 to ${MAX_GENERATED}, a seed of 32 bits and a time from before to`,
    );
  return { count, seed, from: begin, to: end };
}

/** All about a generated conversation but when it began. */
export interface Plan {
  readonly scenario: number;
  readonly environment: Environment;
  readonly channel: 'VOICE-SIP' | 'WEBCHAT' | 'CHAT';
  readonly variantId: VariantId;
  readonly fromNumber: string;
  readonly toNumber: string;
  /** Milliseconds after the beginning: the input of each exchange, and what the agent took to answer it. */
  readonly inputs: readonly number[];
  readonly latencies: readonly number[];
  /** Which inputs interrupted the answer before them. */
  readonly bargeIns: readonly boolean[];
  /** Whether numbers that are said are keyed in, too. */
  readonly isKeyed: boolean;
  /** When the agent was done, and when all was over. */
  readonly agentMs: number;
  readonly totalMs: number;
}

const AGENT_NUMBER = '+15550100142';
/** What people take before they say something, what the agent takes to answer, and how long colleagues talk. */
const PAUSE_MS = { least: 400, more: 2_600 };
const LATENCY_MS = { least: 250, more: 2_750 };
const COLLEAGUE_MS = { least: 30_000, more: 240_000 };
const HANGING_UP_MS = { least: 500, more: 3_000 };
/** Speech and typing, a character. */
const SPOKEN_MS = 60;
const MAX_ANSWER_MS = 15_000;

export const speechMs = (text: string): number => Math.min(text.length * SPOKEN_MS, MAX_ANSWER_MS);

const scenarioAt = (at: number) => scenarios()[at] as Scenario;

/** An answer that takes less to say is over before anybody interrupts it. */
const INTERRUPTED_FROM_MS = 2_000;
/** The draws that make a call lively are others than those that it is made of. */
const LIVELINESS = 1;

/**
 * What callers do while the agent speaks: some interrupt it, which moves their own input and its answer, and nothing after them; some use
 * the keypad.
 */
function liven(
  recipe: number,
  exchanges: readonly Exchange[],
  { inputs, latencies }: Pick<Plan, 'inputs' | 'latencies'>,
) {
  const { next } = createDraws(seedOf(recipe, LIVELINESS));
  const isKeyed = next() < 0.5;
  const moved = [...inputs];
  const bargeIns = exchanges.map(({ said }, at) => {
    const [is, when] = [next() < 0.15, 0.3 + 0.6 * next()];
    const spokenMs = speechMs(exchanges[at - 1]?.answer ?? '');
    if (!is || said === '' || spokenMs < INTERRUPTED_FROM_MS || at === exchanges.length - 1) return false;
    const answeredMs = (moved[at - 1] ?? 0) + (latencies[at - 1] ?? 0);
    moved[at] = Math.round(answeredMs + spokenMs * when) + speechMs(said);
    return true;
  });
  return { isKeyed, inputs: moved, bargeIns };
}

/** What a recipe, any whole number of 32 bits, says. */
export function planOf(recipe: number): Plan {
  const { next, below, pick } = createDraws(recipe);
  const scenario = below(scenarios().length);
  const kind = next();
  const channel = kind < 0.6 ? 'VOICE-SIP' : kind < 0.95 ? 'WEBCHAT' : 'CHAT';
  const place = next();
  const { exchanges } = scenarioAt(scenario);
  const inputs: number[] = [];
  const latencies: number[] = [];
  let clock = 0;
  for (const { said, answer } of exchanges) {
    // The first input is the call itself.
    if (inputs.length > 0) clock += PAUSE_MS.least + below(PAUSE_MS.more) + speechMs(said);
    inputs.push(clock);
    // Most answers are quick, a few are not.
    const latency = LATENCY_MS.least + Math.floor(LATENCY_MS.more * next() ** 4);
    latencies.push(latency);
    clock += latency + speechMs(answer);
  }
  const agentMs = clock;
  const rest = scenarioAt(scenario).handoff ? COLLEAGUE_MS : HANGING_UP_MS;
  return {
    scenario,
    environment: place < 0.9 ? 'live' : place < 0.96 ? 'sandbox' : 'pre-release',
    channel,
    variantId: pick(VARIANTS).id,
    fromNumber: channel === 'VOICE-SIP' ? `+1555${String(below(10_000_000)).padStart(7, '0')}` : '',
    toNumber: channel === 'VOICE-SIP' ? AGENT_NUMBER : '',
    latencies,
    ...(channel === 'VOICE-SIP'
      ? liven(recipe, exchanges, { inputs, latencies })
      : { isKeyed: false, inputs, bargeIns: [] }),
    agentMs,
    totalMs: agentMs + rest.least + below(rest.more),
  };
}

const mostOf = ({ least, more }: typeof PAUSE_MS) => least + more;

/** None of the generated conversations takes longer. */
export const longestMs = (): number =>
  mostOf(COLLEAGUE_MS) +
  Math.max(
    ...scenarios().map(({ exchanges }) =>
      exchanges
        .map(({ said, answer }) => mostOf(PAUSE_MS) + speechMs(said) + mostOf(LATENCY_MS) + speechMs(answer))
        .reduce((sum, ms) => sum + ms, 0),
    ),
  );

const isSilent = ({ said }: Exchange, position: number) => position > 0 && said === '';
export const silencesOf = (scenario: number): number =>
  scenarioAt(scenario).exchanges.filter(isSilent).length;
export const oodOf = (scenario: number): number => scenarioAt(scenario).exchanges.filter(isOod).length;

/** What was said and done in a scenario, at the times of a plan. */
export function turnsOf(
  plan: Pick<Plan, 'scenario' | 'inputs' | 'latencies' | 'bargeIns' | 'isKeyed' | 'agentMs'>,
  startedAt: number,
): readonly Turn[] {
  const { inputs, latencies, bargeIns, isKeyed, agentMs } = plan;
  return scenarioAt(plan.scenario).exchanges.map((it, position) => {
    const user_input_at = startedAt + (inputs[position] ?? 0);
    const latencyMs = latencies[position] ?? 0;
    const agent_response_at = user_input_at + latencyMs;
    // The last words are said before a conversation is ended.
    const at = it.call?.name === 'end_conversation' ? startedAt + agentMs : agent_response_at;
    return {
      user_input: it.said,
      user_input_dtmf: isKeyed ? it.number : '',
      user_input_at,
      barge_in: bargeIns[position] ?? false,
      agent_response: it.answer,
      agent_response_at,
      // Nobody has asked for the greeting.
      latency: position === 0 ? null : latencyMs,
      function_calls: it.call === null ? [] : [{ ...it.call, at, error: null }],
      is_ood: isOod(it),
      is_silence: isSilent(it, position),
    };
  });
}

/** More begin around noon than at midnight: by how much the moment of an even spread is moved. */
const towardsNoon = (ms: number) => (DAY_MS / (2 * Math.PI)) * 0.6 * Math.sin((2 * Math.PI * ms) / DAY_MS);

/** The recipe of one among the generated, its plan, and when it begins: over before the end, if it fits in at all. */
export function draw({ count, seed, from, to }: Required<Generated>, index: number) {
  const recipe = seedOf(seed, index);
  const plan = planOf(recipe);
  const evenly = from + ((index + recipe / 2 ** 32) * (to - from)) / count;
  const startedAt = Math.round(evenly + towardsNoon(evenly) - towardsNoon(from));
  return { recipe, plan, startedAt: Math.max(from, Math.min(startedAt, to - plan.totalMs)) };
}
