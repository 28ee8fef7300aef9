import { type Environment, VARIANTS, type VariantId } from '../model/origin.ts';
import type { Turn } from '../model/turn.ts';
import { createSeededRandom, seedOf } from '../seeded-random.ts';
import { type Exchange, isOod, type Scenario, scenarios } from './scenarios.ts';

/** Properties of a synthetic conversation that follow from its recipe: all except the time of its start. */
export interface ConversationPlan {
  readonly scenario: number;
  readonly environment: Environment;
  readonly channel: 'VOICE-SIP' | 'WEBCHAT' | 'CHAT';
  readonly variantId: VariantId;
  readonly fromNumber: string;
  readonly toNumber: string;
  /** Time of each input, in milliseconds after the start. */
  readonly inputs: readonly number[];
  /** Time that the agent took to answer each input, in milliseconds. */
  readonly latencies: readonly number[];
  /** True for each input that interrupted the answer before it. */
  readonly bargeIns: readonly boolean[];
  /** True if the caller also keys in the numbers it says. */
  readonly isKeyed: boolean;
  /** Milliseconds from the start until the agent left. */
  readonly agentMs: number;
  /** Milliseconds from the start to the end. */
  readonly totalMs: number;
}

const AGENT_NUMBER = '+15550100142';
// Ranges of random durations: `minimum` plus up to `spread`.
const PAUSE_MS = { minimum: 400, spread: 2_600 };
const LATENCY_MS = { minimum: 250, spread: 2_750 };
const LIVE_AGENT_MS = { minimum: 30_000, spread: 240_000 };
const HANG_UP_MS = { minimum: 500, spread: 3_000 };
/** Time to speak or type one character. */
const SPEECH_MS_PER_CHARACTER = 60;
const MAX_SPEECH_MS = 15_000;

export const speechMs = (text: string): number =>
  Math.min(text.length * SPEECH_MS_PER_CHARACTER, MAX_SPEECH_MS);

const scenarioAt = (at: number) => scenarios()[at] as Scenario;

/** Shorter answers are never interrupted. */
const MIN_INTERRUPTED_MS = 2_000;
/** Index of the seed for barge-ins and keypad input, so that they do not change the rest of the plan. */
const CALLER_SEED_INDEX = 1;

/**
 * Barge-ins and keypad input of a phone call. A barge-in moves its own input and the answer to it, and nothing after
 * them.
 */
function callerBehaviorOf(
  seed: number,
  exchanges: readonly Exchange[],
  { inputs, latencies }: Pick<ConversationPlan, 'inputs' | 'latencies'>,
) {
  const { next } = createSeededRandom(seedOf(seed, CALLER_SEED_INDEX));
  const isKeyed = next() < 0.5;
  const moved = [...inputs];
  const bargeIns = exchanges.map(({ said }, index) => {
    const [isInterrupting, when] = [next() < 0.15, 0.3 + 0.6 * next()];
    const spokenMs = speechMs(exchanges[index - 1]?.answer ?? '');
    const isLast = index === exchanges.length - 1;
    if (!isInterrupting || said === '' || spokenMs < MIN_INTERRUPTED_MS || isLast) return false;
    const answeredMs = (moved[index - 1] ?? 0) + (latencies[index - 1] ?? 0);
    moved[index] = Math.round(answeredMs + spokenMs * when) + speechMs(said);
    return true;
  });
  return { isKeyed, inputs: moved, bargeIns };
}

const SEEDS = 2 ** 32;

/** A recipe is an unsigned 32-bit seed, and above it the factor of slower answers. */
export const recipeOf = (seed: number, slowdown: number): number => seed + (slowdown - 1) * SEEDS;
/** Every recipe of slower answers is at least this number. */
export const LEAST_SLOW_RECIPE = SEEDS;

/** The plan of the conversation with a recipe. Each recipe gives a valid plan. */
export function planOf(recipe: number): ConversationPlan {
  const seed = recipe % SEEDS;
  const slowdown = 1 + Math.floor(recipe / SEEDS);
  const { next, below, pick } = createSeededRandom(seed);
  const scenario = below(scenarios().length);
  const kind = next();
  const channel = kind < 0.6 ? 'VOICE-SIP' : kind < 0.95 ? 'WEBCHAT' : 'CHAT';
  const place = next();
  const { exchanges } = scenarioAt(scenario);
  const inputs: number[] = [];
  const latencies: number[] = [];
  let clock = 0;
  for (const { said, answer } of exchanges) {
    // The first input is the start of the call.
    if (inputs.length > 0) clock += PAUSE_MS.minimum + below(PAUSE_MS.spread) + speechMs(said);
    inputs.push(clock);
    // The fourth power makes most answers fast and a few slow.
    const latency = slowdown * (LATENCY_MS.minimum + Math.floor(LATENCY_MS.spread * next() ** 4));
    latencies.push(latency);
    clock += latency + speechMs(answer);
  }
  const agentMs = clock;
  const rest = scenarioAt(scenario).handoff ? LIVE_AGENT_MS : HANG_UP_MS;
  return {
    scenario,
    environment: place < 0.9 ? 'live' : place < 0.96 ? 'sandbox' : 'pre-release',
    channel,
    variantId: pick(VARIANTS).id,
    fromNumber: channel === 'VOICE-SIP' ? `+1555${String(below(10_000_000)).padStart(7, '0')}` : '',
    toNumber: channel === 'VOICE-SIP' ? AGENT_NUMBER : '',
    latencies,
    ...(channel === 'VOICE-SIP'
      ? callerBehaviorOf(seed, exchanges, { inputs, latencies })
      : { isKeyed: false, inputs, bargeIns: [] }),
    agentMs,
    totalMs: agentMs + rest.minimum + below(rest.spread),
  };
}

const maximumOf = ({ minimum, spread }: typeof PAUSE_MS) => minimum + spread;

/** Upper bound of the duration of any synthetic conversation with this slowdown. */
export const maxDurationMs = (slowdown: number): number =>
  maximumOf(LIVE_AGENT_MS) +
  Math.max(
    ...scenarios().map(({ exchanges }) =>
      exchanges
        .map(
          ({ said, answer }) =>
            maximumOf(PAUSE_MS) + speechMs(said) + slowdown * maximumOf(LATENCY_MS) + speechMs(answer),
        )
        .reduce((sum, ms) => sum + ms, 0),
    ),
  );

/** The greeting is no silence. */
export const isSilence = ({ said }: Exchange, position: number): boolean => position > 0 && said === '';

export const silenceCountOf = (scenario: number): number =>
  scenarioAt(scenario).exchanges.filter(isSilence).length;
export const oodCountOf = (scenario: number): number => scenarioAt(scenario).exchanges.filter(isOod).length;

/** The greeting answers no input. */
const latencyOf = (position: number, latencyMs: number) => (position === 0 ? null : latencyMs);

/** The latencies of the turns whose answer began after `from`, up to `to`; null for the greeting. Equals `turnsOf`, but faster. */
export function latenciesIn(
  { inputs, latencies }: Pick<ConversationPlan, 'inputs' | 'latencies'>,
  startedAt: number,
  { from, to }: { readonly from: number; readonly to: number },
): (number | null)[] {
  const found: (number | null)[] = [];
  for (const [position, latencyMs] of latencies.entries()) {
    const at = startedAt + (inputs[position] ?? 0) + latencyMs;
    if (at > from && at <= to) found.push(latencyOf(position, latencyMs));
  }
  return found;
}

/** The turns of a scenario with the times of a plan. */
export function turnsOf(
  plan: Pick<ConversationPlan, 'scenario' | 'inputs' | 'latencies' | 'bargeIns' | 'isKeyed' | 'agentMs'>,
  startedAt: number,
): readonly Turn[] {
  const { inputs, latencies, bargeIns, isKeyed, agentMs } = plan;
  return scenarioAt(plan.scenario).exchanges.map((exchange, position) => {
    const user_input_at = startedAt + (inputs[position] ?? 0);
    const latencyMs = latencies[position] ?? 0;
    const agent_response_at = user_input_at + latencyMs;
    // The agent ends a conversation after its last words.
    const at = exchange.call?.name === 'end_conversation' ? startedAt + agentMs : agent_response_at;
    return {
      user_input: exchange.said,
      user_input_dtmf: isKeyed ? exchange.number : '',
      user_input_at,
      barge_in: bargeIns[position] ?? false,
      agent_response: exchange.answer,
      agent_response_at,
      latency: latencyOf(position, latencyMs),
      function_calls: exchange.call === null ? [] : [{ ...exchange.call, at, error: null }],
      is_ood: isOod(exchange),
      is_silence: isSilence(exchange, position),
    };
  });
}
